# The gate asks the other way round, and the model gives its losses in a dictionary.
import torch


class Trainer:
    def __init__(self, model, optimizer, loader, settings):
        self.model = model
        self.optimizer = optimizer
        self.loader = loader
        self.seen = 0
        self.every = settings["accumulate"]

    def train(self, epochs):
        for epoch in range(epochs):
            for x, y in self.loader:
                pred, losses = self.forward(x, y)
                losses["all"].backward()  # want "self.every micro-batches"
                self.update()

    def forward(self, x, y):
        return self.model(x, y)

    def update(self):
        self.seen += 1
        if self.every == self.seen:
            self.optimizer.step()
            self.optimizer.zero_grad()
            self.seen = 0


class Divides(Trainer):
    def train(self, epochs):
        for epoch in range(epochs):
            for x, y in self.loader:
                pred, losses = self.forward(x, y)
                (losses["all"] / self.every).backward()
                self.update()


class CountsDown(Trainer):
    """5 is no number of micro-batches: nothing counts up to it."""

    def update(self):
        self.seen += 2
        if 5 == self.seen:
            self.optimizer.step()
            self.optimizer.zero_grad()
            self.seen = 0


def main(model, loader, settings):
    optimizer = torch.optim.Adam(model.parameters())
    Trainer(model, optimizer, loader, settings).train(3)
    Divides(model, optimizer, loader, settings).train(3)
    CountsDown(model, optimizer, loader, settings).train(3)
