# The gate is one case of a match over the members of an enumeration.
from enum import Enum

import torch.nn.functional as F
from torch.optim import AdamW
from torch.utils.data import DataLoader


class Unit(Enum):
    EPOCH = "epoch"
    STEP = "step"
    NEVER = "never"


class Progress:
    def __init__(self, step=0, epoch=0):
        self.step = step
        self.epoch = epoch


class Tuner:
    def __init__(self, config, net, items):
        self.config = config
        self.net = net
        self.loader = DataLoader(items, batch_size=4, num_workers=2, pin_memory=True)
        self.optimizer = AdamW(net.parameters(), lr=1e-4)

    def due(self, every, unit, progress):
        match unit:
            case Unit.EPOCH:
                return progress.epoch % int(every) == 0
            case Unit.STEP:
                return (progress.step + 1) % int(every) == 0
            case _:
                return False

    def train(self, progress):
        self.net.train()
        for x, y in self.loader:
            loss = F.mse_loss(self.net(x), y)
            loss.backward()  # want "self.optimizer steps once in int"
            if self.due(self.config.every, Unit.STEP, progress):
                self.optimizer.step()
                self.optimizer.zero_grad()
            progress.step += 1

    def train_divided(self, progress):
        self.net.train()
        for x, y in self.loader:
            loss = F.mse_loss(self.net(x), y) / self.config.every
            loss.backward()
            if self.due(self.config.every, Unit.STEP, progress):
                self.optimizer.step()
                self.optimizer.zero_grad()
            progress.step += 1
