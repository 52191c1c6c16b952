# An evaluation at the beginning of a step leaves its mode to the step.
import torch
from torch.nn import functional as F


class Trainer:
    def __init__(self, model, optimizer, loader, val_loader, interval):
        self.model = model
        self.optimizer = optimizer
        self.loader = loader
        self.val_loader = val_loader
        self.interval = interval

    def validate(self):
        self.model.eval()  # want "self.model.eval\(\) stays in force for the training behind it"
        total = 0.0
        for x, y in self.val_loader:
            total += F.mse_loss(self.model(x), y).item()  # also eval-without-no-grad
        return total

    def train_epoch(self):
        self.model.train()
        for i, (x, y) in enumerate(self.loader):
            if i % self.interval == 0:
                self.validate()
            self.optimizer.zero_grad()
            F.mse_loss(self.model(x), y).backward()
            self.optimizer.step()


class PutsBack(Trainer):
    def validate(self):
        was_training = self.model.training
        self.model.eval()
        total = 0.0
        for x, y in self.val_loader:
            total += F.mse_loss(self.model(x), y).item()  # also eval-without-no-grad
        if was_training:
            self.model.train()
        return total


class Freezes:
    """Its norms stay as they are: the mode is set for that."""

    def __init__(self, model, optimizer, loader):
        self.model = model
        self.optimizer = optimizer
        self.loader = loader

    def freeze_norms(self, x):
        self.model.eval()
        self.model(x)

    def train_epoch(self):
        self.model.train()
        for x, y in self.loader:
            self.freeze_norms(x)
            self.optimizer.zero_grad()
            F.mse_loss(self.model(x), y).backward()
            self.optimizer.step()


def now_and_then(model, optimizer, batches, interval, held_out):
    """Nobody says train(), and only some laps evaluate: the mode is the evaluation's."""
    for step in range(10000):
        if step % interval == 0:
            model.eval()  # want "model.eval\(\) stays in force for the training behind it"
            with torch.no_grad():
                print(sum(F.mse_loss(model(x), y).item() for x, y in held_out))
        x, y = batches.next_batch()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()


def each_lap(model, optimizer, batches, held_out):
    """Without train(), and set in each lap: it may be meant."""
    for _ in range(10000):
        model.eval()
        with torch.no_grad():
            print(sum(F.mse_loss(model(x), y).item() for x, y in held_out))
        x, y = batches.next_batch()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()


def now_and_then_back(model, optimizer, batches, interval, held_out):
    for step in range(10000):
        if step % interval == 0:
            model.eval()
            with torch.no_grad():
                print(sum(F.mse_loss(model(x), y).item() for x, y in held_out))
            model.train()
        x, y = batches.next_batch()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
