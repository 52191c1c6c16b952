import torch
from torch import nn


def evaluate(model, loader):
    model.eval()
    with torch.no_grad():
        return sum(model(x).sum().item() for x in loader)


def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def in_between(args, loader, held_out):
    model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train(model, optimizer, loader)
        if epoch == args.last:
            evaluate(model, held_out)
            quit()  # nothing is trained behind it
