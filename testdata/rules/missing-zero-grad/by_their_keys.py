import torch
from torch import nn


class Agents:
    def __init__(self, networks):
        self.networks = networks
        self.optimizers = {}
        for name, network in networks.items():
            self.optimizers[name] = torch.optim.Adam(network.parameters())

    def train(self, loader):
        for x in loader:
            for name in self.networks:
                loss = self.networks[name](x).mean()
                loss.backward()  # want "nothing in this loop clears the gradients that self.optimizers\[name\] steps on"
                self.optimizers[name].step()

    def cleared(self, loader):
        for x in loader:
            for name in self.networks:
                self.optimizers[name].zero_grad()
                loss = self.networks[name](x).mean()
                loss.backward()
                self.optimizers[name].step()

    def cleared_all(self, loader):
        for x in loader:
            for optimizer in self.optimizers.values():
                optimizer.zero_grad()
            for name in self.networks:
                self.networks[name](x).mean().backward()
                self.optimizers[name].step()

    def cleared_by_the_networks(self, loader):
        for x in loader:
            for network in self.networks.values():
                network.zero_grad()
            for name, optimizer in self.optimizers.items():
                self.networks[name](x).mean().backward()
                self.optimizers[name].step()


def pairs(loader, first: nn.Module, second: nn.Module):
    optimizers = {"first": torch.optim.SGD(first.parameters(), 0.1), "second": torch.optim.SGD(second.parameters(), 0.1)}
    for x in loader:
        for key, network in (("first", first), ("second", second)):
            network.zero_grad()
            network(x).mean().backward()
            optimizers[key].step()


class Ensemble:
    """The optimizers come with their networks."""

    def __init__(self, networks):
        self.networks, self.optimizers = networks, []
        for network in self.networks:
            self.optimizers.append(network.optimizer)

    def train(self, loader):
        for x in loader:
            losses = [network(x).mean() for network in self.networks]
            for optimizer, loss in zip(self.optimizers, losses):
                loss.backward()  # want "nothing in this loop clears the gradients that optimizer steps on"
                optimizer.step()

    def cleared(self, loader):
        for x in loader:
            losses = [network(x).mean() for network in self.networks]
            for optimizer, loss in zip(self.optimizers, losses):
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
