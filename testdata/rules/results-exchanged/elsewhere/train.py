import torch

from parts import build


class Trainer:
    def __init__(self, config):
        self.discriminator, self.generator = build(config)  # want "build returns generator, discriminator"

    def fit(self, loader):
        optimizer = torch.optim.Adam(self.generator.parameters())
        for x in loader:
            optimizer.zero_grad()
            self.discriminator(self.generator(x)).mean().backward()
            optimizer.step()


def main(config, loader):
    Trainer(config).fit(loader)
