# DataParallel gives a mean for each GPU, and their sum is no sum over samples.
import torch
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 2)
        self.loss = nn.CrossEntropyLoss()
        self.whole = nn.CrossEntropyLoss(reduction="sum")

    def forward(self, x, y):
        out = self.body(x)
        return self.loss(out, y), self.whole(out, y)


class Trainer:
    def __init__(self, accumulate):
        self.network = nn.DataParallel(Network())
        self.optimizer = torch.optim.Adam(self.network.parameters())
        self.accumulate = accumulate

    def train(self, loader):
        for step, (x, y) in enumerate(loader):
            loss, _ = self.network(x, y)
            loss = loss.sum()
            loss.backward()  # want "accumulate"
            if step % self.accumulate == self.accumulate - 1:
                self.optimizer.step()
                self.optimizer.zero_grad()

    def train_on_sums(self, loader):
        for step, (x, y) in enumerate(loader):
            _, whole = self.network(x, y)
            whole.sum().backward()
            if step % self.accumulate == self.accumulate - 1:
                self.optimizer.step()
                self.optimizer.zero_grad()
