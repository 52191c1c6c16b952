import torch
from torch import nn

from data import loader


class WGAN:
    def __init__(self, every=5):
        self.gen = nn.Sequential(nn.Linear(16, 64), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(64, 64), nn.LeakyReLU(0.2), nn.Linear(64, 1))
        self.gen_opt = torch.optim.Adam(self.gen.parameters(), betas=(0.5, 0.9))
        self.critic_opt = torch.optim.Adam(self.critic.parameters(), betas=(0.5, 0.9))
        self.every = every

    def penalty(self, real, fake):
        t = torch.rand(len(real), 1)
        mixed = (t * real + (1 - t) * fake).requires_grad_(True)
        judged = self.critic(mixed)
        slope = torch.autograd.grad(judged, mixed, torch.ones_like(judged), create_graph=True)[0]
        return ((slope.norm(2, dim=1) - 1) ** 2).mean()

    def critic_step(self, real):
        fake = self.gen(torch.randn(len(real), 16))
        loss = self.critic(fake).mean() - self.critic(real).mean() + 10 * self.penalty(real, fake)
        self.critic_opt.zero_grad()
        loss.backward()  # want "also goes through gen, whose"
        self.critic_opt.step()

    def detached_step(self, real):
        fake = self.gen(torch.randn(len(real), 16)).detach()
        loss = self.critic(fake).mean() - self.critic(real).mean() + 10 * self.penalty(real, fake)
        self.critic_opt.zero_grad()
        loss.backward()
        self.critic_opt.step()

    def gen_step(self, n):
        loss = -self.critic(self.gen(torch.randn(n, 16))).mean()
        self.gen_opt.zero_grad()
        loss.backward()
        self.gen_opt.step()


def train():
    gan = WGAN()
    for step, (real, _) in enumerate(loader):
        gan.critic_step(real)
        if step % gan.every == 0:
            gan.gen_step(len(real))


def train_detached():
    gan = WGAN()
    for step, (real, _) in enumerate(loader):
        gan.detached_step(real)
        if step % gan.every == 0:
            gan.gen_step(len(real))


train()
train_detached()
