# Two optimizers in a named tuple: who goes through it clears both.
from collections import namedtuple

import torch
import torch.nn as nn

Optimizers = namedtuple("Optimizers", ["G", "D"])


class Solver:
    def __init__(self, loader):
        self.loader = loader
        self.generator = nn.Linear(16, 64)
        self.critic = nn.Linear(64, 1)
        self.optims = Optimizers(
            torch.optim.SGD(self.generator.parameters(), lr=1e-3),
            D=torch.optim.SGD(self.critic.parameters(), lr=1e-3),
        )

    def clear(self):
        for optim in self.optims:
            optim.zero_grad()

    def train(self):
        criterion = nn.BCEWithLogitsLoss()
        for real in self.loader:
            self.clear()
            fake = self.generator(torch.randn(real.size(0), 16)).detach()
            judged = self.critic(fake)
            loss = criterion(judged, torch.zeros_like(judged)) + criterion(self.critic(real), torch.ones_like(judged))
            loss.backward()
            self.optims.D.step()

            self.clear()
            judged = self.critic(self.generator(torch.randn(real.size(0), 16)))
            loss = criterion(judged, torch.ones_like(judged))
            loss.backward()
            self.optims.G.step()
