# An option in a forward pass is a number: no graph hangs on it.
import argparse

import torch
from data import make_loader
from torch import nn
from torch.nn import functional as F

parser = argparse.ArgumentParser()
parser.add_argument("--size", type=int, default=28)
parser.add_argument("--latent", type=int, default=64)
opt = parser.parse_args()


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(opt.latent, opt.size * opt.size)

    def forward(self, z):
        return self.layer(z).view(z.shape[0], 1, opt.size, opt.size)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(opt.size * opt.size, 1)

    def forward(self, x):
        return self.layer(x.view(x.shape[0], -1))


def detached(loader):
    generator, critic = Generator(), Critic()
    optimizer_g = torch.optim.Adam(generator.parameters())
    optimizer_d = torch.optim.Adam(critic.parameters())
    for real, _ in loader:
        fake = generator(torch.randn(real.shape[0], opt.latent))
        optimizer_g.zero_grad()
        loss_g = -critic(fake).mean()
        loss_g.backward(retain_graph=True)  # want "retain_graph"
        optimizer_g.step()
        optimizer_d.zero_grad()
        loss_d = F.relu(1 - critic(real)).mean() + F.relu(1 + critic(fake.detach())).mean()
        loss_d.backward()
        optimizer_d.step()


def attached(loader):
    generator, critic = Generator(), Critic()
    optimizer_g = torch.optim.Adam(generator.parameters())
    optimizer_d = torch.optim.Adam(critic.parameters())
    for real, _ in loader:
        fake = generator(torch.randn(real.shape[0], opt.latent))
        optimizer_d.zero_grad()
        loss_d = F.relu(1 - critic(real)).mean() + F.relu(1 + critic(fake)).mean()
        loss_d.backward(retain_graph=True)  # also generator-not-detached
        optimizer_d.step()
        optimizer_g.zero_grad()
        loss_g = -critic(fake).mean()
        loss_g.backward()
        optimizer_g.step()


loader = make_loader(opt)
detached(loader)
attached(loader)
