import torch
from torch import nn


class Warm(torch.optim.SGD):
    """It has a rate of its own."""

    def step(self, closure=None):
        for group in self.param_groups:
            group["lr"] = self.rate
        return super().step(closure)


class Noam:
    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.lr = 0.0

    def step(self):
        self.optimizer.step()


def train(model, loader, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    warm = Warm(model.parameters(), lr=0.1)
    noam = Noam(optimizer)
    for step, (x, y) in enumerate(loader):
        args.lr = 1e-3 * 0.9 ** step
        noam.lr = args.lr
        warm.rate = args.lr
        for group in optimizer.param_groups:
            group["lr"] = args.lr
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        noam.step()
        warm.step()


def keep_base_rates(model):
    descent = torch.optim.SGD(model.parameters(), lr=0.1)
    for group in descent.param_groups:
        group["learning_rate"] = 0.1  # it is read below
        group["initial"] = group["lr"]
    for group in descent.param_groups:
        group["lr"] = group["learning_rate"] / 2
    settings = {"optim": {"param_groups": [{}]}}
    settings["optim"]["param_groups"][0]["learning_rate"] = 0.1
    return descent, settings
