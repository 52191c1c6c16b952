import pytorch_lightning as pl
import torch
import torch.nn.functional as F
from torch import nn


class GAN(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.gen = nn.Sequential(nn.Linear(16, 64), nn.Tanh())
        self.critic = nn.Linear(64, 1)

    def training_step(self, batch, index):
        gen_opt, critic_opt = self.optimizers()
        fake = self.gen(torch.randn(len(batch), 16))
        critic_opt.zero_grad()
        self.manual_backward(F.softplus(-self.critic(batch)).mean() + F.softplus(self.critic(fake.detach())).mean())
        critic_opt.step()
        gen_opt.zero_grad()
        self.manual_backward(F.softplus(-self.critic(fake)).mean())  # want "clears the gradients that gen_opt steps on"
        gen_opt.step()

    def configure_optimizers(self):
        return torch.optim.Adam(self.gen.parameters()), torch.optim.Adam(self.critic.parameters())


class Shared(pl.LightningModule):
    """Both optimizers hold the same parameters: clearing one's clears the other's."""

    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Linear(16, 64)

    def training_step(self, batch, index):
        first, second = self.optimizers()
        first.zero_grad()
        self.manual_backward(self.net(batch).mean())
        first.step()
        second.step()

    def configure_optimizers(self):
        return torch.optim.Adam(self.net.parameters()), torch.optim.SGD(self.net.parameters(), lr=0.1)


class Cleared(GAN):
    def training_step(self, batch, index):
        gen_opt, critic_opt = self.optimizers()
        fake = self.gen(torch.randn(len(batch), 16))
        for optimizer in self.optimizers():
            optimizer.zero_grad()
        self.manual_backward(F.softplus(-self.critic(batch)).mean() + F.softplus(self.critic(fake.detach())).mean())
        critic_opt.step()
        self.manual_backward(F.softplus(-self.critic(fake)).mean())
        gen_opt.step()
