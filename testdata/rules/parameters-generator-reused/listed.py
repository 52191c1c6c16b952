import torch
from torch import nn


class Heads(nn.Module):
    """Each generator of a list is walked through once, by its place in the list."""

    def __init__(self, both):
        super().__init__()
        self.both = both
        if both:
            self.first = nn.Linear(8, 2)
        self.last = nn.Linear(8, 2)

    def parameters_of_heads(self):
        parts = []
        if self.both:
            parts.append(self.first.parameters())
        parts.append(self.last.parameters())
        for j in range(len(parts)):
            for p in parts[j]:
                yield p


def freezes_in_each_epoch(net, epochs):
    first = net.first.parameters()
    for epoch in range(epochs):
        for p in first:  # want "first is a generator and this loop uses it up in its first iteration"
            p.requires_grad = epoch > 1


def freezes_what_is_listed(net, epochs):
    parts = [net.first.parameters()]
    for epoch in range(epochs):
        for p in parts[0]:  # want "is a generator and this loop uses it up in its first iteration"
            p.requires_grad = epoch > 1


optimizer = torch.optim.SGD(Heads(True).parameters_of_heads(), lr=0.1)
