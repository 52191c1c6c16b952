# What is returned was computed with parameters that the optimizer has written since: nobody can differentiate it.
import torch
import torch.nn.functional as F


def train(model, loader, optimizer):
    seen = []
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        seen.append(model(x))  # want "seen keeps the autograd graph of the value"
    return seen


def unroll(model, loader):
    losses = []
    for x, y in loader:
        losses.append(F.cross_entropy(model(x), y))
    return losses
