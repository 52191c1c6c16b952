import torch
import torch.nn as nn


def penalty(scores, given):
    found = torch.autograd.grad(scores.sum(), given, create_graph=True)[0]
    return (found.norm(2, dim=1) - 1).pow(2).mean()


def asked_of_the_fake(generator: nn.Linear, critic: nn.Linear, loader):
    g = torch.optim.Adam(generator.parameters())
    d = torch.optim.Adam(critic.parameters())
    for real in loader:
        fake = generator(torch.randn(len(real), 8))
        scores = critic(fake)
        loss = scores.mean() - critic(real).mean() + 10 * penalty(scores, fake)
        d.zero_grad()
        loss.backward()
        d.step()
        g.zero_grad()
        (-critic(generator(torch.randn(len(real), 8))).mean()).backward()
        g.step()


def asked_of_a_mixture(generator: nn.Linear, critic: nn.Linear, loader):
    g = torch.optim.Adam(generator.parameters())
    d = torch.optim.Adam(critic.parameters())
    for real in loader:
        fake = generator(torch.randn(len(real), 8))
        mixed = (0.3 * real + 0.7 * fake.data).requires_grad_(True)
        loss = critic(fake).mean() - critic(real).mean() + 10 * penalty(critic(mixed), mixed)
        d.zero_grad()
        loss.backward()  # want "also goes through generator"
        d.step()
        g.zero_grad()
        (-critic(generator(torch.randn(len(real), 8))).mean()).backward()
        g.step()
