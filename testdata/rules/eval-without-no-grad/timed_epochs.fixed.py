# Epochs whose time is printed are no benchmark, though their pictures come of noise.
import time

import torch
import torch.nn as nn
from torchvision.utils import save_image


class PenaltyLoss(nn.Module):
    """A criterion that differentiates is no network that does."""

    def forward(self, critic, real, fake):
        mixed = ((real + fake) / 2).detach().requires_grad_()
        slope, = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)
        return ((slope.norm(2, 1) - 1) ** 2).mean()


def train(loader, epochs):
    generator, critic = nn.DataParallel(nn.Linear(64, 784)), nn.Linear(784, 1)
    optimizer, of_critic = torch.optim.Adam(generator.parameters()), torch.optim.Adam(critic.parameters())
    penalty = PenaltyLoss()
    fixed = torch.randn(16, 64)
    for epoch in range(epochs):
        began = time.time()
        for real in loader:
            fake = generator(torch.randn(len(real), 64))
            loss = critic(fake.detach()).mean() - critic(real).mean() + 10 * penalty(critic, real, fake.detach())
            of_critic.zero_grad()
            loss.backward()
            of_critic.step()
            loss = -critic(fake).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            save_image(generator(fixed), f"{epoch}.png")  # want "with gradients on"
        print(epoch, time.time() - began)
