import torch
from torch import nn
from torch.utils.data import DataLoader


# One function goes over either data; who calls it tells which.
def run(model, loader, optimizer=None):
    total = 0.0
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)  # want "model runs with gradients on where the loop evaluates"
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total


def main(model, train_set, val_set):
    train_loader, val_loader = DataLoader(train_set, batch_size=8, shuffle=True), DataLoader(val_set, batch_size=8)
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        run(model, train_loader, optimizer)
        print(run(model, val_loader))


# Here gradients are off for the one, and the other is no held-out data.
def quietly(model, train_set, val_set):
    train_loader, val_loader = DataLoader(train_set, batch_size=8, shuffle=True), DataLoader(val_set, batch_size=8)
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        walk(model, train_loader, optimizer)
        with torch.no_grad():
            print(walk(model, val_loader))


def walk(model, loader, optimizer=None):
    total = 0.0
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss.item()
    return total


def look(model, train_loader):
    outputs = gather(model, train_loader)
    outputs.sum().backward()


def gather(model, loader):
    return torch.cat([model(x) for x, _ in loader])
