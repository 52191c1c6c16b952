import torch
import torch.nn as nn
import torch.nn.functional as F


def build():
    return nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Dropout(0.5), nn.Linear(64, 4))


def run(model, loader, optimizer=None):
    training = optimizer is not None
    model.train(training)
    correct = 0
    with torch.set_grad_enabled(training):
        for x, y in loader:
            out = model(x)
            if training:
                optimizer.zero_grad()
                F.cross_entropy(out, y).backward()
                optimizer.step()
            correct += (out.argmax(1) == y).sum().item()
    return correct


def main(train_loader, val_loader):
    model = build()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        print(run(model, train_loader, optimizer), run(model, val_loader))


def sampled(train_loader, val_loader):
    """Dropout is on for the second phase alone, on purpose: its spread says how sure the model is."""
    model = build()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        run(model, train_loader, optimizer)
        model.train()
        with torch.no_grad():
            draws = torch.stack([torch.stack([model(x).softmax(1) for _ in range(20)]).std(0) for x, _ in val_loader])
        print(draws.mean().item())
