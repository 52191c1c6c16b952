import torch
from torch import nn


def copied(loader):
    # DataParallel runs on copies of the weights
    generator = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 784))
    discriminator = nn.DataParallel(nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 1)))
    optimizer_g, optimizer_d = torch.optim.Adam(generator.parameters()), torch.optim.Adam(discriminator.parameters())
    for real in loader:
        fake = generator(torch.randn(len(real), 64))
        loss_g = -discriminator(fake).mean()
        loss_d = discriminator(fake.detach()).mean() - discriminator(real).mean()
        optimizer_d.zero_grad()
        loss_d.backward()
        optimizer_d.step()
        optimizer_g.zero_grad()
        loss_g.backward()
        optimizer_g.step()
