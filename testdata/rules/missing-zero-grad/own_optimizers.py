import math

import torch
import torch.nn.functional as F
from torch.optim import Optimizer


class Warming(Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, {"lr": lr})

    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.data.add_(p.grad.data, alpha=-group["lr"])


class Forgetful(Warming):
    def step(self, closure=None):
        super().step(closure)
        for group in self.param_groups:
            for p in group["params"]:
                p.grad.zero_()


# The code of the step is all there: it clears nothing.
def one_of_its_own(model, loader):
    optimizer = Warming(model.parameters(), lr=0.1)
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()  # want "nothing in this loop clears the gradients"
        optimizer.step()


# One of several: those of torch clear nothing, and nothing else does.
def by_name(model, loader, name):
    if name == "warming":
        optimizer = Warming(model.parameters(), lr=0.1)
    else:
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()  # want "nothing in this loop clears the gradients"
        optimizer.step()


def clears_behind_its_step(model, loader):
    optimizer = Forgetful(model.parameters(), lr=0.1)
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


# Clipping by hand multiplies what is there.
class Clipping:
    def __init__(self, params, bound):
        self.params = list(params)
        self.bound = bound
        self.optimizer = torch.optim.SGD(self.params, lr=0.1)

    def step(self):
        norm = math.sqrt(sum(p.grad.data.norm().item() ** 2 for p in self.params))
        for p in self.params:
            if norm > self.bound:
                p.grad.data.mul_(self.bound / norm)
        self.optimizer.step()


def clipped(model, loader):
    wrapper = Clipping(model.parameters(), 5.0)
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()  # want "nothing in this loop clears the gradients"
        wrapper.step()


# What multiplies the gradients behind the step may do so with nothing.
def decayed(model, loader, keep):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        for p in model.parameters():
            p.grad.data.mul_(keep)


# A penalty's gradients go into the loss, and clear nothing.
def critic_steps(critic, generator, loader):
    optimizer = torch.optim.Adam(critic.parameters(), lr=1e-4)
    for real in loader:
        fake = generator(torch.randn(len(real), 8)).detach()
        mixed = (0.5 * real + 0.5 * fake).requires_grad_(True)
        scores = critic(mixed)
        slopes = torch.autograd.grad(scores, mixed, torch.ones_like(scores), create_graph=True, retain_graph=True)[0]
        loss = critic(fake).mean() - critic(real).mean() + ((slopes.norm(2, dim=1) - 1) ** 2).mean()
        loss.backward()  # want "nothing in this loop clears the gradients"
        optimizer.step()
