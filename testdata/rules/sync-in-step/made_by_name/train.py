"""One function makes whatever a config names, an optimizer of the project's own among others: the batches still come of the loader."""

import torch
from torch import nn
from torch.optim import Optimizer


class Bounded(Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.data.add_(p.grad, alpha=-group["lr"])


def make(config, module, *args):
    if config["type"] == "Bounded":
        return Bounded(*args, **config["args"])
    return getattr(module, config["type"])(*args, **config["args"])


class Trainer:
    def __init__(self, model, optimizer, data_loader):
        self.model, self.optimizer, self.data_loader = model.cuda(), optimizer, data_loader

    def epoch(self):
        total = 0
        for i, (x, y) in enumerate(self.data_loader):
            x, y = x.cuda(), y.cuda()
            self.optimizer.zero_grad()
            loss = nn.functional.cross_entropy(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            total += loss.item()
        return total

    def train(self, epochs):
        for epoch in range(epochs):
            print(self.epoch())


def main(config, loaders):
    model = nn.Linear(8, 2)
    optimizer = make(config["optimizer"], torch.optim, model.parameters())
    Trainer(model, optimizer, make(config["loader"], loaders)).train(config["epochs"])
