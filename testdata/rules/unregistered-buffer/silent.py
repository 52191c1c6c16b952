import math

import torch
import torch.nn.functional as F
from torch import nn


class MovedAtUse(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.mean = torch.tensor([0.485, 0.456, 0.406]).view(1, 3, 1, 1)
        self.std = torch.ones(1, 3, 1, 1)
        self.grid = torch.zeros(1, width)
        self.ones = torch.ones(width)

    def forward(self, x):
        x = (x - self.mean.to(x.device)) / self.std.type_as(x)
        self.grid = self.grid.to(x.device)
        y = self.conv(x) + self.grid
        return y * torch.as_tensor(self.ones, device=x.device)


class OneNumber(nn.Module):
    """A tensor without an axis computes with tensors on any device."""

    def __init__(self, start):
        super().__init__()
        self.scale = torch.tensor(0.5)
        self.sigma = torch.tensor(start)
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        return self.linear(x) * self.scale + self.sigma


class Registered(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(1, 3, 1, 1))
        self.weight = nn.Parameter(torch.zeros(1, 3, 1, 1))
        self.bias = torch.zeros(1, 3, 1, 1, device="cuda")
        self.other = torch.zeros(1, 3, 1, 1).cuda()

    def forward(self, x):
        return F.relu(x - self.mean) * self.weight + self.bias - self.other


class MovesItself(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = torch.zeros(1, 3, 1, 1)

    def to(self, device):
        self.mean = self.mean.to(device)
        return super().to(device)

    def forward(self, x):
        return F.relu(x - self.mean)


class MovedFromOutside(nn.Module):
    def __init__(self):
        super().__init__()
        self.anchors = torch.zeros(9, 4)

    def forward(self, x):
        return F.relu(x) + self.anchors


class OnTheHost(nn.Module):
    """Numbers of the configuration, which never meet what is given."""

    def __init__(self, sizes):
        super().__init__()
        self.sizes = torch.arange(8)
        self.lengths = torch.zeros(8)
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        longest = int(self.sizes.max())
        self.lengths[0] = x.shape[0]
        steps = x.shape[1] * self.sizes
        return self.linear(x)[:, :longest] / math.sqrt(len(steps))


net = MovedFromOutside().cuda()
net.anchors = net.anchors.cuda()
