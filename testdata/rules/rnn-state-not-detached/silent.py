import torch
import torch.nn as nn

from helpers import detach_all


def repackage(h):
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(repackage(v) for v in h)


def repackaged(model, loader, optimizer, criterion):
    hidden = model.init_hidden(8)
    for x, y in loader:
        optimizer.zero_grad()
        hidden = repackage(hidden)
        output, hidden = model(x, hidden)
        criterion(output, y).backward()
        optimizer.step()


def elsewhere(model, loader, optimizer, criterion):
    hidden = model.init_hidden(8)
    for x, y in loader:
        optimizer.zero_grad()
        hidden = detach_all(hidden)
        output, hidden = model(x, hidden)
        criterion(output, y).backward()
        optimizer.step()


def detached(model, loader, optimizer, criterion):
    hidden = None
    for x, y in loader:
        optimizer.zero_grad()
        output, hidden = model(x, hidden)
        criterion(output, y).backward()
        optimizer.step()
        hidden = hidden.detach()


def pairs(model, loader, optimizer, criterion):
    h, c = torch.zeros(1, 4), torch.zeros(1, 4)
    for x, y in loader:
        optimizer.zero_grad()
        h, c = h.detach(), c.data
        output, (h, c) = model(x, (h, c))
        criterion(output, y).backward()
        optimizer.step()


def renewed(model, loader, optimizer, criterion):
    for x, y in loader:
        optimizer.zero_grad()
        hidden = model.init_hidden(8)
        for t in range(10):
            output, hidden = model(x[t], hidden)
        criterion(output, y).backward()
        optimizer.step()


# One backward pass behind the loop.
def through_time(model, sequence, optimizer, criterion):
    hidden, loss = None, 0
    for x, y in sequence:
        output, hidden = model(x, hidden)
        loss = loss + criterion(output, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def sometimes(model, loader, optimizer, criterion):
    hidden = model.init_hidden(8)
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        if i % 10 == 0:
            hidden = hidden.detach()
        output, hidden = model(x, hidden)
        criterion(output, y).backward()
        optimizer.step()


@torch.no_grad()
def generate(model, x, steps):
    hidden = None
    for _ in range(steps):
        x, hidden = model(x, hidden)
    return x
