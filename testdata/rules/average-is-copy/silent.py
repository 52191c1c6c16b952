import copy

import torch
from torch import nn


def the_right_way(loader):
    m = 0.99
    net = nn.Linear(8, 2)
    first, second, third = copy.deepcopy(net), copy.deepcopy(net), copy.deepcopy(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        with torch.no_grad():
            for t, p in zip(first.parameters(), net.parameters()):
                t.data = t.data * m + p.data * (1 - m)
            for t, p in zip(second.parameters(), net.parameters()):
                t.data.copy_((1 - m) * p.data + m * t.data)
            for t, p in zip(third.parameters(), net.parameters()):
                t.mul_(m).add_(p, alpha=1 - m)


def halves(loader):
    net = nn.Linear(8, 2)
    target = copy.deepcopy(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        for t, p in zip(target.parameters(), net.parameters()):
            t.data.copy_(0.5 * p.data + 0.5 * t.data)


def copied(loader):
    net = nn.Linear(8, 2)
    target = copy.deepcopy(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        with torch.no_grad():
            for t, p in zip(target.parameters(), net.parameters()):
                t.lerp_(p, 1.0)


def the_trained_ones_drawn_to_the_average(loader):
    net = nn.Linear(8, 2)
    target = copy.deepcopy(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        with torch.no_grad():
            for t, p in zip(target.parameters(), net.parameters()):
                t.lerp_(p, 0.01)
        for t, p in zip(target.parameters(), net.parameters()):
            p.data = p.data * 0.01 + t.data * 0.99


class ByName:
    def __init__(self, model, decay=0.999):
        self.decay = decay
        self.shadow = {name: p.detach().clone() for name, p in model.named_parameters() if p.requires_grad}

    def update(self, model):
        for name, p in model.named_parameters():
            if name in self.shadow:
                self.shadow[name] = self.decay * self.shadow[name] + (1 - self.decay) * p.detach()


def by_name(loader):
    net = nn.Linear(8, 2)
    average = ByName(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        average.update(net)


def not_an_average(loader, share):
    """The factors do not add up to 1, or one of them is not known."""
    net = nn.Linear(8, 2)
    target, other = copy.deepcopy(net), copy.deepcopy(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        for t, p in zip(target.parameters(), net.parameters()):
            t.data.copy_(0.01 * t.data + 0.5 * p.data)
        for t, p in zip(other.parameters(), net.parameters()):
            t.data.copy_(0.01 * t.data + share * p.data)


def between_two_others(loader):
    """What is put into the third network is made of two others: it is no average of its own."""
    net, second = nn.Linear(8, 2), nn.Linear(8, 2)
    third = copy.deepcopy(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        for t, a, b in zip(third.parameters(), second.parameters(), net.parameters()):
            t.data.copy_(0.01 * a.data + 0.99 * b.data)
