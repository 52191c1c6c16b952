import sys

import torch
from torch import nn


def evaluate(model, loader):
    model.eval()  # want "stays in force for the rest of the training"
    with torch.no_grad():
        return sum(model(x).sum().item() for x in loader)


def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def main(args, loader, held_out):
    model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    if args.evaluate:
        evaluate(model, held_out)
        sys.exit(0)
    for epoch in range(10):
        model.train()
        train(model, optimizer, loader)
        evaluate(model, held_out)
