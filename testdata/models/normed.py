"""Weights that are computed where they are read, and those that a hook leaves behind."""
import torch.nn.functional as F
from torch import nn
from torch.nn.utils import parametrizations, weight_norm


class Critic(nn.Module):
    def __init__(self, norm="weight", width=64):
        super().__init__()
        make = {"weight": parametrizations.weight_norm, "spectral": parametrizations.spectral_norm, "hook": weight_norm}[norm]
        self.convs = nn.ModuleList([make(nn.Conv1d(a, b, 5, stride=2, padding=2)) for a, b in [(1, width), (width, 4 * width), (4 * width, 8 * width)]])
        self.last = make(nn.Linear(8 * width, 4))

    def forward(self, x):
        maps = []
        for conv in self.convs:
            x = F.leaky_relu(conv(x), 0.1)
            maps.append(x)
        return self.last(x.mean(2)), maps
