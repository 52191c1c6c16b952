import copy

import torch
from torch import nn


class Average:
    def __init__(self, model, decay=0.999):
        self.decay = decay
        self.shadow = copy.deepcopy(model).eval()

    @torch.no_grad()
    def update(self, model):
        for s, p in zip(self.shadow.parameters(), model.parameters()):
            s.mul_(1 - self.decay).add_(p, alpha=self.decay)  # want "keeps 0.001 of the average and takes 0.999"


def by_class(loader):
    net = nn.Linear(8, 2)
    average = Average(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        average.update(net)


def by_assignment(loader):
    m = 0.99
    query, key = nn.Linear(8, 4), nn.Linear(8, 4)
    optimizer = torch.optim.SGD(query.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(query(x) + key(x).detach(), y).backward()
        optimizer.step()
        for q, k in zip(query.parameters(), key.parameters()):
            k.data = k.data * (1 - m) + q.data * m  # want "keeps 0.01 of the average"


def by_copy(loader):
    net = nn.Linear(8, 2)
    target = copy.deepcopy(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y + target(x).detach()).backward()
        optimizer.step()
        for t, p in zip(target.parameters(), net.parameters()):
            t.data.copy_(0.995 * p.data + (1.0 - 0.995) * t.data)  # want "exchange the two factors"


def by_lerp(loader):
    net = nn.Linear(8, 2)
    target = copy.deepcopy(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        with torch.no_grad():
            for t, p in zip(target.parameters(), net.parameters()):
                t.lerp_(p, 0.999)  # want "no average"


class ByName:
    def __init__(self, model, decay=0.999):
        self.decay = decay
        self.shadow = {name: p.detach().clone() for name, p in model.named_parameters() if p.requires_grad}

    def update(self, model):
        for name, p in model.named_parameters():
            if name in self.shadow:
                self.shadow[name] = (1 - self.decay) * self.shadow[name] + self.decay * p.detach()  # want "keeps 0.001 of the average"


def by_name(loader):
    net = nn.Linear(8, 2)
    average = ByName(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        average.update(net)
