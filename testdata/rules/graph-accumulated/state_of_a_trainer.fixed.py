import torch
from torch import nn


class Trainer:
    ready = False

    def __init__(self, model, loader):
        self.model, self.loader = model, loader
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.task, self.buffer = 0, {}

    def prepare(self, name, samples):
        self.task += 1
        self.buffer[name] = samples
        self.ready = True

    def replay(self):
        assert self.ready, "prepare() comes first"
        assert self.task > 0
        if not self.buffer:
            raise RuntimeError("nothing to replay")
        total = 0
        for x, y in self.loader:
            loss = nn.functional.cross_entropy(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            total += loss.detach()  # want "keeps loss of every iteration"
        return float(total)

    def replay_counted(self):
        total = 0
        for x, y in self.loader:
            loss = nn.functional.cross_entropy(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.task += 1
            total += loss.item()
        return total / self.task
