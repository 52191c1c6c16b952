import contextlib

import torch
from torch import nn


@contextlib.contextmanager
def in_evaluation(module):
    """Each part gets the mode back that it had."""
    before = {}
    for part in module.modules():
        before[part] = part.training
        part.training = False
    yield module
    for part in module.modules():
        part.training = before.pop(part)


@contextlib.contextmanager
def timed(module):
    start = torch.cuda.Event(enable_timing=True)
    start.record()
    yield module
    print(start)


def validate(model, loader):
    model.eval()
    with torch.no_grad():
        print(sum(nn.functional.cross_entropy(model(x), y).item() for x, y in loader))


def validate_for_good(model, loader):
    model.eval()  # want "model.eval\(\) stays in force"
    with torch.no_grad():
        print(sum(nn.functional.cross_entropy(model(x), y).item() for x, y in loader))


def fit(model, loader, held_out):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        with in_evaluation(model):
            validate(model, held_out)


def fit_on(model, loader, held_out):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        model.train()
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        with timed(model):
            validate_for_good(model, held_out)
