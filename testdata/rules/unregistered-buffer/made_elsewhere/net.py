# What is kept is made by a function of another file, under a name of its own, by a method that the constructor calls;
# it meets the input under another name, in a method that forward calls, in a base class.
import numpy as np
import torch
from tables import Smoothed, sinusoid
from torch import nn

device = "cuda"


class Positions(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, 64)
        self.table = sinusoid(100, 64)  # want "self.table is a plain tensor of Positions"

    def forward(self, x):
        h = self.proj(x)
        return h + self.table[: h.size(1)]


class Filled(nn.Module):
    def __init__(self, dim, scale):
        super().__init__()
        self.proj = nn.Linear(dim, 64)
        table = torch.zeros(100, 64)
        table[:, 0::2] = torch.arange(32) * scale
        table = table.unsqueeze(0)
        self.table = table  # want "self.table is a plain tensor of Filled"

    def forward(self, x):
        h = self.proj(x)
        h += self.table
        return h


class Named(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, 64)
        self.mean = torch.tensor([0.5] * 64)  # want "self.mean is a plain tensor of Named"

    def forward(self, x):
        mean = self.mean.view(1, 1, -1)
        return self.proj(x) - mean


class Built(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, 64)
        self.build()

    def build(self):
        k = np.hanning(5)[None, None]
        self.kernel = torch.from_numpy(k).float()  # want "self.kernel is a plain tensor of Built"

    def smooth(self, h):
        return nn.functional.conv1d(h, self.kernel)

    def forward(self, x):
        return self.smooth(self.proj(x))


class Heir(Smoothed, nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, 64)
        self.window = torch.linspace(0, 1, 64)  # want "self.window is a plain tensor of Heir"

    def forward(self, x):
        return self.smooth(self.proj(x))


class Indexed(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.weight = torch.ones(classes)  # want "self.weight is a plain tensor of Indexed"

    def forward(self, logits, target):
        picked = logits.log_softmax(1).gather(1, target.unsqueeze(1))
        return -(self.weight[target] * picked).mean()


# Moved before it meets anything, under its name or another one.
class Moved(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, 64)
        self.table = sinusoid(100, 64)
        self.mean = torch.Tensor([0.5] * 64)

    def forward(self, x):
        h = self.proj(x)
        table = self.table.to(h.device)
        return h + table - self.mean.to(h)


# Registered by name; only numbers are taken of it; made where a layer is.
class Kept(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, 64)
        self.register_buffer("table", sinusoid(100, 64))
        self.steps = torch.linspace(0, 1, 8)
        self.ones = torch.ones_like(self.proj.weight)

    def forward(self, x):
        h = self.proj(x) + self.table[: len(x)]
        return h * self.steps[0] * self.steps.shape[0] + self.ones
