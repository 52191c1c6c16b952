import torch
from torch import nn


class Warmup:
    """Steps the optimizer that it holds, and sets its learning rate before."""

    def __init__(self, optimizer, width):
        self.optimizer = optimizer
        self.width = width
        self.count = 0

    def step(self):
        self.count += 1
        for group in self.optimizer.param_groups:
            group["lr"] = self.width**-0.5 * self.count**-0.5
        self.optimizer.step()

    def zero_grad(self):
        self.optimizer.zero_grad()


class Trainer:
    def __init__(self, options, model):
        self.options = options
        self.model = model
        self.optimizer = self.build()

    def build(self):
        if self.options["learner"] == "sgd":
            optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        elif self.options["learner"] == "warmup":
            optimizer = Warmup(torch.optim.Adam(self.model.parameters()), self.options["width"])
        else:
            optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-3)
        return optimizer

    def early(self, loader):
        self.model.train()
        for batch in loader:
            self.optimizer.zero_grad()
            loss = self.model(batch).mean()
            loss.backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)  # want "clipped before backward"
            self.optimizer.step()

    def in_time(self, loader):
        self.model.train()
        for batch in loader:
            self.optimizer.zero_grad()
            loss = self.model(batch).mean()
            loss.backward()
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
