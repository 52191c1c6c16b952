import torch

from validation import Tester, evaluate, test_all, test_epoch
from validation import validate as check


def report(loader, model):
    return evaluate(loader, model)


def test(loader, model):
    return test_all(loader, model)


def train(model, optimizer, loader, val_loader, engine):
    for epoch in range(10):
        model.train()
        for x, y in loader:
            with torch.no_grad():
                y = y + 0.1 * torch.randn_like(y)
            optimizer.zero_grad()
            loss = (model(x) - y).square().mean()
            loss.backward()
            optimizer.step()
        print(check(val_loader, model))
        with torch.no_grad():
            print(report(val_loader, model))
            print(Tester(model).test_batches(val_loader))
        engine.run(test_epoch, val_loader, model)
