import copy

import torch
from torch import nn


def average(slow, fast, keep=0.99):
    with torch.no_grad():
        for s, f in zip(slow.parameters(), fast.parameters()):
            s = keep * s + (1 - keep) * f  # want "this gives the name s another tensor, which nothing reads"


def by_hand(model, rate):
    with torch.no_grad():
        for p in model.parameters():
            p = p - rate * p.grad  # want "leaves the parameter as it is; change it in place"


def clipped(critic, bound=0.01):
    for name, p in critic.named_parameters():
        if "weight" in name:
            p = p.clamp(-bound, bound)  # want "this gives the name p another tensor"
    for p in critic.parameters():
        p = torch.clamp(p, -bound, bound)  # want "this gives the name p another tensor"


# the new tensor is read, or the change is one in place
def read(model, slow, rate):
    total = 0
    for p in model.parameters():
        p = p - rate * p.grad
        total = total + p.pow(2).sum()
    new = []
    for p in model.parameters():
        p = p.detach()
        new.append(p * 2)
    for p in model.parameters():
        p.data = p.data - rate * p.grad
    for p in model.parameters():
        p -= rate * p.grad
    for s, f in zip(slow.parameters(), model.parameters()):
        s.data.mul_(0.9).add_(f.data, alpha=0.1)
    for p in [torch.ones(3), torch.zeros(3)]:
        p = p + 1
    for p in model.parameters():
        p = p - rate
    return total, new, p
