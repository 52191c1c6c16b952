import torch
import torch.nn as nn


class Client:
    def __init__(self, loader):
        self.loader = loader
        self.criterion = nn.CrossEntropyLoss()

    def train(self, net):
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        for x, y in self.loader:
            optimizer.zero_grad()
            loss = self.criterion(net(x), y)  # want "has been through one \(models.py:11\)"
            loss.backward()
            optimizer.step()
        return net.state_dict()


class Careful:
    def __init__(self, loader, name):
        self.loader = loader
        self.criterion = nn.L1Loss() if name == "small" else nn.CrossEntropyLoss()

    def train(self, net):
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        for x, y in self.loader:
            optimizer.zero_grad()
            loss = self.criterion(net(x), y)
            loss.backward()
            optimizer.step()
