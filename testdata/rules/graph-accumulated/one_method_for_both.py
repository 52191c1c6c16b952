import torch
from torch import nn


class Run:
    """The same method trains and evaluates: backward frees what the first call adds up, nothing what the second does."""

    def __init__(self, model, train_loader, valid_loader):
        self.model = model
        self.train_loader, self.valid_loader = train_loader, valid_loader
        self.optimizer = torch.optim.Adam(model.parameters())
        self.criterion = nn.CrossEntropyLoss()
        self.loss_sum = 0

    def epoch(self, training):
        self.model.train(training)
        loader = self.train_loader if training else self.valid_loader
        self.loss_sum = 0
        for x, y in loader:
            out = self.model(x)  # also eval-without-no-grad
            loss = self.criterion(out, y)
            if training:
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            self.loss_sum += loss  # want "keeps loss of every iteration"
        return self.loss_sum / len(loader)


def main(model, first, second):
    run = Run(model, first, second)
    for _ in range(10):
        print(run.epoch(True), run.epoch(False))
