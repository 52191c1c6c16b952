# A parameter of another function, or one that is told whether it is trained, says nothing of the variable.
import torch
import torch.nn as nn


def told(size):
    start = torch.zeros(size)
    start.requires_grad = True  # want error "spell it requires_grad"
    return nn.Parameter(start, requires_grad=False)


def elsewhere(size):
    start = torch.zeros(size)
    start.requires_grad = True  # want error "spell it requires_grad"
    return start


def made(start):
    return nn.Parameter(start)


def before(size):
    start = torch.zeros(size)
    kept = nn.Parameter(start)
    start.requires_grad = True  # want error "spell it requires_grad"
    return kept, start


def becomes(size):
    start = torch.zeros(size)
    start.requires_grad = True  # want note "spell it requires_grad"
    return nn.Parameter(start)
