from abc import ABC, abstractmethod

import torch
from torch import nn


class Log(ABC):
    def __init__(self):
        self.losses = []
        self.penalties = []

    def store(self, loss, penalty):
        self.losses.append(loss)
        self.penalties.append(penalty.detach())  # want "keeps penalty of every iteration"

    def end(self):
        self.write()

    @abstractmethod
    def write(self):
        pass


class Board(Log):
    def write(self):
        print(torch.mean(torch.as_tensor(self.losses)).item())
        self.losses.clear()


class Trainer:
    def __init__(self, log):
        self.log = log
        self.model = nn.Linear(4, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def episode(self, loader):
        for x, y in loader:
            out = self.model(x)
            penalty = torch.mean(out ** 2)
            loss = torch.mean((out - y) ** 2) + penalty
            self.log.store(loss, penalty)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


def main(loader):
    log = Board()
    trainer = Trainer(log)
    for _ in range(100):
        trainer.episode(loader)
        log.end()
