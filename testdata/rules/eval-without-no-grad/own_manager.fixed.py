"""A context manager of one's own switches gradients off, by hand, until its body is over; another one only takes the time."""
import time
from contextlib import contextmanager

import torch
import torch.nn.functional as F
from torch import nn


@contextmanager
def quiet(model):
    was = torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    model.eval()
    yield model
    model.train()
    torch.set_grad_enabled(was)


@contextmanager
def timed(model):
    start = time.time()
    model.eval()
    yield model
    model.train()
    print(time.time() - start)


def validate(model, loader):
    total = 0.0
    with quiet(model) as net:
        for x, y in loader:
            total += F.cross_entropy(net(x), y).item()
    return total


def validate_and_measure(model, loader):
    total = 0.0
    with timed(model) as net:
        with torch.no_grad():
            for x, y in loader:
                total += F.cross_entropy(net(x), y).item()  # want "net runs with gradients on"
    return total


def train(loader, held_out):
    model = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.1), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        print(validate(model, held_out), validate_and_measure(model, held_out))


if __name__ == "__main__":
    train(*torch.load("data.pt", weights_only=True))
