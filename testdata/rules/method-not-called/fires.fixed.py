import torch
from torch import nn


def fit(model, loader, val_loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
    for epoch in range(10):
        model.train()  # want "model.train is named and not called: the model stays in the mode"
        for x, y in loader:
            optimizer.zero_grad()  # want "gradients of earlier steps stay"
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()  # want "no gradient is computed here"
            optimizer.step()
        scheduler.step()  # want "scheduler.step is named and not called: nothing is updated here"
        print(scheduler.get_last_lr())
        model.eval()  # want "dropout drops"
        with torch.no_grad():
            for x, y in val_loader:
                print((model(x).argmax(1) == y).sum().item())


class Trainer:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.Adam(net.parameters())

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = nn.functional.mse_loss(self.net(x), y)
        loss.backward()
        self.optimizer.step()  # want "self.optimizer.step is named and not called"
        return loss.item()
