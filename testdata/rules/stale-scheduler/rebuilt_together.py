import torch
from torch import nn


class Stages:
    """Each stage may start with an optimizer and a schedule of its own, which one method makes."""

    def __init__(self, options, loader):
        self.options = options
        self.loader = loader
        self.model = nn.Linear(4, 1)
        self.optimizer, self.scheduler = self.make()

    def make(self, lr=None):
        optimizer = torch.optim.AdamW(self.model.parameters(), lr=lr or self.options.lr)
        if self.options.plateau:
            scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer)
        return optimizer, scheduler

    def run(self, stages):
        for length, lr in stages:
            if length != self.length:
                if self.options.start_over:
                    self.optimizer, self.scheduler = self.make(lr=lr)
            for _ in range(10):
                score = self.epoch(length)
                if self.scheduler is not None:
                    self.scheduler.step(score)


class Forgetful:
    """The same with an optimizer of its own alone: the schedule goes on with the first one."""

    def __init__(self, options, loader):
        self.options = options
        self.loader = loader
        self.model = nn.Linear(4, 1)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=options.lr)
        self.scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(self.optimizer)

    def run(self, stages):
        for length, lr in stages:
            self.optimizer, self.length = torch.optim.AdamW(self.model.parameters(), lr=lr), length
            for _ in range(10):
                score = self.epoch(length)
                self.scheduler.step(score)  # want "drives the optimizer that line 43 replaces"
