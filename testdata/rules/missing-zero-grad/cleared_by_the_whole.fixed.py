# A module clears what its parts were given, and the part what an optimizer of the whole has of it.
import torch
import torch.nn.functional as F
from torch import nn, optim


class Part(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.first = nn.Linear(size, 4)

    def forward(self, x):
        return self.first(x)


class Whole(nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.net = Part(8)
        self.optimizer = optim.SGD(self.net.parameters(), rate)

    def forward(self, x):
        return self.net(x)

    def observe(self, batches):
        self.zero_grad()
        for x, y in batches:
            F.cross_entropy(self.forward(x), y).backward()
            self.optimizer.step()
            self.zero_grad()


class OfAll(nn.Module):
    def __init__(self, settings):
        super().__init__()
        self.net = Part(8)
        self.optimizer = optim.SGD(self.parameters(), settings.rate)
        if settings.cuda:
            self.net = self.net.cuda()

    def forward(self, x):
        return self.net(x)

    def observe(self, batches):
        for x, y in batches:
            self.net.zero_grad()
            F.cross_entropy(self.forward(x), y).backward()
            self.optimizer.step()


class Other(nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.net = Part(8)
        self.before = Part(16)
        self.optimizer = optim.SGD(self.net.parameters(), rate)

    def observe(self, batches):
        for x, y in batches:
            self.before.zero_grad()
            with torch.no_grad():
                x = self.before(x)
            self.optimizer.zero_grad()
            F.cross_entropy(self.net(x), y).backward()  # want "nothing in this loop clears the gradients"
            self.optimizer.step()
