import torch
from torch import nn


class Pair:
    def __init__(self, loader):
        self.loader = loader
        self.generator = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 8))
        self.discriminator = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1))
        self.by_generator = torch.optim.Adam(self.generator.parameters())
        self.by_discriminator = torch.optim.Adam(self.discriminator.parameters())

    def imagine(self, n):
        noise = torch.randn(n, 16)
        return self.generator(noise)

    def fit(self):
        for real in self.loader:
            self.by_discriminator.zero_grad()
            made = self.imagine(len(real))
            loss = self.discriminator(made).mean() - self.discriminator(real).mean()
            loss.backward()  # want "for this pass alone"
            self.by_discriminator.step()

            self.by_generator.zero_grad()
            loss = -self.discriminator(self.imagine(len(real))).mean()
            loss.backward()
            self.by_generator.step()
