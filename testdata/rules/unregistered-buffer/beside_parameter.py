# A plain tensor meets a Parameter of its module, or what tells its size as tensors alone do.
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self, width, length=512):
        super().__init__()
        table = torch.zeros(length, width)
        self.table = table.unsqueeze(0)  # want "plain tensor of Scaled"
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return x + self.scale * self.table


class Cut(nn.Module):
    def __init__(self, width, length=512):
        super().__init__()
        self.table = torch.zeros(length, width)  # want "plain tensor of Cut"

    def forward(self, x):
        return x + self.table[: x.size(1)]


class OfArrays(nn.Module):
    def __init__(self, width, length=512):
        super().__init__()
        self.table = torch.zeros(length, width)
        self.steps = [1]

    def forward(self, x):
        return self.steps * self.table[: x.size]


class Moves(nn.Module):
    def __init__(self, width, length=512):
        super().__init__()
        self.register_buffer("table", torch.zeros(length, width))
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return x + self.scale * self.table[: x.size(1)]


def build():
    return [m.cuda() for m in (Scaled(8), Cut(8), OfArrays(8), Moves(8))]
