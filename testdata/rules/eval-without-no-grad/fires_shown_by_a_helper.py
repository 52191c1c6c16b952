import os

import torch
from torch import nn
from torchvision.utils import save_image


def write_samples(samples, folder, step):
    os.makedirs(folder, exist_ok=True)
    save_image(samples, os.path.join(folder, f"{step}.png"), normalize=True)


def train(generator, critic, loader, folder):
    optimizer = torch.optim.Adam(generator.parameters())
    fixed = torch.randn(16, 128)
    for step, real in enumerate(loader):
        optimizer.zero_grad()
        (-critic(generator(torch.randn(len(real), 128))).mean()).backward()
        optimizer.step()
        if step % 500 == 0:
            write_samples(generator(fixed), folder, step)  # want "generator runs with gradients on"


def silent(generator, critic, loader, folder):
    optimizer = torch.optim.Adam(generator.parameters())
    for step, real in enumerate(loader):
        fake = generator(torch.randn(len(real), 128))
        if step % 500 == 0:
            write_samples(fake, folder, step)
        optimizer.zero_grad()
        (-critic(fake).mean()).backward()
        optimizer.step()
