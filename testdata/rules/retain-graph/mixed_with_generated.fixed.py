import torch
from torch import nn


class Trainer:
    """The penalty goes on through the generator: each of the critic's steps differentiates the same pass of it again."""

    def __init__(self, netG, netC):
        self.netG, self.netC = netG, netC
        self.optC = torch.optim.Adam(self.netC.parameters())
        self.optG = torch.optim.Adam(self.netG.parameters())

    def penalty(self, real, fake):
        alpha = torch.rand(real.size(0), 1, 1, 1)
        mixed = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
        score = self.netC(mixed)
        grads = torch.autograd.grad(outputs=score, inputs=mixed, grad_outputs=torch.ones_like(score), create_graph=True)[0]
        return ((grads.view(real.size(0), -1).norm(2, dim=1) - 1) ** 2).mean()

    def critic(self, real, fake):
        self.netC.zero_grad()
        loss = self.netC(fake.detach()).mean() - self.netC(real).mean() + self.penalty(real, fake)
        loss.backward(retain_graph=True)
        self.optC.step()

    def train(self, loader):
        for real in loader:
            fake = self.netG(torch.randn(4, 8))
            for _ in range(5):
                self.critic(real, fake)
            fake = self.netG(torch.randn(4, 8))
            self.netG.zero_grad()
            (-self.netC(fake).mean()).backward()
            self.optG.step()


class Detached(Trainer):
    def penalty(self, real, fake):
        alpha = torch.rand(real.size(0), 1, 1, 1)
        mixed = (alpha * real + (1 - alpha) * fake.detach()).requires_grad_(True)
        score = self.netC(mixed)
        grads = torch.autograd.grad(outputs=score, inputs=mixed, grad_outputs=torch.ones_like(score), create_graph=True)[0]
        return ((grads.view(real.size(0), -1).norm(2, dim=1) - 1) ** 2).mean()

    def critic(self, real, fake):
        self.netC.zero_grad()
        loss = self.netC(fake.detach()).mean() - self.netC(real).mean() + self.penalty(real, fake)
        loss.backward()  # want note "retain_graph=True keeps the saved tensors"
        self.optC.step()
