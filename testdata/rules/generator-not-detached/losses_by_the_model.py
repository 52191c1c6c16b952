"""One module holds both networks, and its methods compute the losses of both phases."""
import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Conv1d(80, 80, 5, padding=2)

    def forward(self, x):
        return self.body(x)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.real = nn.Conv1d(80, 1, 5)
        self.speaker = nn.Conv1d(80, 10, 5)

    def forward(self, x):
        return self.real(x), self.speaker(x)


class Converter(nn.Module):
    def __init__(self, generator, discriminator):
        super().__init__()
        self.generator, self.discriminator = generator, discriminator

    def generator_loss(self, source, target):
        there = self.generator(source)
        real, _ = self.discriminator(there)
        return (self.generator(there) - source).abs().mean() - real.mean()

    def discriminator_loss(self, source, target):
        fake, _ = self.discriminator(self.generator(source))
        real, speaker = self.discriminator(target)
        return fake.mean() - real.mean() + speaker.logsumexp(1).mean()

    def careful_loss(self, source, target):
        with torch.no_grad():
            there = self.generator(source)
        fake, _ = self.discriminator(there)
        real, speaker = self.discriminator(target)
        return fake.mean() - real.mean() + speaker.logsumexp(1).mean()


def build(rate):
    models = {"gen": Generator().cuda(), "dis": Discriminator().cuda()}
    models["both"] = Converter(models["gen"], models["dis"])
    optimizers = {name: torch.optim.Adam(models[name].parameters(), lr=rate) for name in ("gen", "dis")}
    return models, optimizers


def train(loader, weight):
    models, optimizers = build(1e-4)
    for source, target in loader:
        source, target = source.cuda(), target.cuda()
        loss = weight * models["both"].generator_loss(source, target)
        models["gen"].zero_grad()
        loss.backward()
        optimizers["gen"].step()

        loss = weight * models["both"].discriminator_loss(source, target)
        models["dis"].zero_grad()
        loss.backward()  # want "also goes through generator"
        optimizers["dis"].step()


def train_apart(loader, weight):
    models, optimizers = build(1e-4)
    for source, target in loader:
        source, target = source.cuda(), target.cuda()
        loss = weight * models["both"].generator_loss(source, target)
        models["gen"].zero_grad()
        loss.backward()
        optimizers["gen"].step()

        loss = weight * models["both"].careful_loss(source, target)
        models["dis"].zero_grad()
        loss.backward()
        optimizers["dis"].step()
