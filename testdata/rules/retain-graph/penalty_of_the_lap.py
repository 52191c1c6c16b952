import torch
from torch import nn

from data import loader

gen = nn.Sequential(nn.Linear(16, 64), nn.Tanh())
critic = nn.Sequential(nn.Linear(64, 64), nn.LeakyReLU(0.2), nn.Linear(64, 1))
critic_opt = torch.optim.Adam(critic.parameters())


def penalty(real, fake):
    t = torch.rand(len(real), 1)
    mixed = (t * real + (1 - t) * fake).requires_grad_(True)
    judged = critic(mixed)
    slope = torch.autograd.grad(judged, mixed, torch.ones_like(judged), create_graph=True)[0]
    return ((slope.norm(2, dim=1) - 1) ** 2).mean()


for real, _ in loader:
    fake = gen(torch.randn(len(real), 16))  # made anew for each pass
    loss = critic(fake).mean() - critic(real).mean() + 10 * penalty(real, fake)
    critic_opt.zero_grad()
    loss.backward(retain_graph=True)  # want "keeps the saved tensors of loss's graph"
    critic_opt.step()

for real, _ in loader:
    fake = gen(torch.randn(len(real), 16))
    for _ in range(5):  # each of the five goes through the same generated ones
        loss = critic(real).mean() - 10 * penalty(real, fake)
        critic_opt.zero_grad()
        loss.backward(retain_graph=True)
        critic_opt.step()
