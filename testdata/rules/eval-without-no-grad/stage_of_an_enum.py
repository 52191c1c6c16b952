from enum import Enum, auto

import torch
from torch import nn


class Stage(Enum):
    TRAIN = auto()
    VAL = auto()


class Runner:
    """The stage follows from the optimizer: who has none evaluates."""

    def __init__(self, model, loader, optimizer=None):
        self.model = model
        self.loader = loader
        self.optimizer = optimizer
        self.stage = Stage.TRAIN if optimizer is not None else Stage.VAL

    def run_epoch(self):
        self.model.train(self.stage is Stage.TRAIN)
        total = 0.0
        for x, y in self.loader:
            loss = nn.functional.cross_entropy(self.model(x), y)  # want "model runs with gradients on where the loop evaluates"
            total += loss.item()
            if self.stage is Stage.TRAIN:
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
        return total


class Quiet(Runner):
    def run_epoch(self):
        self.model.train(self.stage is Stage.TRAIN)
        total = 0.0
        for x, y in self.loader:
            with torch.set_grad_enabled(self.stage is Stage.TRAIN):
                loss = nn.functional.cross_entropy(self.model(x), y)
            total += loss.item()
            if self.stage is Stage.TRAIN:
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
        return total


class Trainer:
    def __init__(self, model, train_loader, val_loader, kind):
        self.optimizer = torch.optim.Adam(model.parameters())
        self.train_runner = kind(model, train_loader, self.optimizer)
        self.val_runner = kind(model, val_loader)

    def fit(self, epochs):
        for epoch in range(epochs):
            self.train_runner.run_epoch()
            print(epoch, self.val_runner.run_epoch())


def main(model, train_loader, val_loader):
    Trainer(model, train_loader, val_loader, Runner).fit(3)


def quiet(model, train_loader, val_loader):
    Trainer(model, train_loader, val_loader, Quiet).fit(3)
