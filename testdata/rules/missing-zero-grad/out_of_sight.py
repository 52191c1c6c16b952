# A class that hands on what it is asked for, and losses that are given the networks: either may clear gradients.
import torch
from torch import nn


class Rated:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.count = 0

    def step(self, epoch=None):
        self.count += 1
        self.optimizer.step()

    def __getattr__(self, name):
        return getattr(self.optimizer, name)


class Slow(Rated):
    pass


def make(parameters, name):
    inner = torch.optim.SGD(parameters, lr=0.1)
    if name == "slow":
        return Slow(inner)
    return Rated(inner)


def handed_on(loader, name):
    model = nn.Linear(3, 3)
    optimizer = make(model.parameters(), name)
    for i, x in enumerate(loader):
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step(epoch=i)


def not_cleared(loader, name):
    model = nn.Linear(3, 3)
    optimizer = make(model.parameters(), name)
    for i, x in enumerate(loader):
        model(x).mean().backward()  # want "nothing in this loop clears the gradients"
        optimizer.step(epoch=i)


class Turns:
    def __init__(self, G, D, G_loss, D_loss, optimizer_g, optimizer_d):
        self.G, self.D, self.G_loss, self.D_loss = G, D, G_loss, D_loss
        self.optimizer_g, self.optimizer_d = optimizer_g, optimizer_d

    def run(self, loader):
        for x in loader:
            d_loss = self.D_loss(self.D, self.G, x)
            d_loss.backward()
            self.optimizer_d.step()
            g_loss = self.G_loss(self.G, self.D, x)
            g_loss.backward()
            self.optimizer_g.step()


class Plain:
    def __init__(self, net, loss, optimizer):
        self.net, self.loss, self.optimizer = net, loss, optimizer

    def run(self, loader):
        for x, y in loader:
            self.loss(self.net(x), y).backward()  # want "nothing in this loop clears the gradients"
            self.optimizer.step()
