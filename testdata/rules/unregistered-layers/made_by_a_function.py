# A function of the file makes the layers that are put into a plain list.
import torch
from torch import nn


def block(i, o):
    layers = nn.Sequential(nn.Conv2d(i, o, 3), nn.ReLU())
    return layers


def scale(i, o):
    if i == o:
        return None
    return nn.Conv2d(i, o, 1)


class Encoder(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.stages = []  # want "no part of Encoder"
        for a, b in zip(widths, widths[1:]):
            self.stages.append(block(a, b))

    def forward(self, x):
        for stage in self.stages:
            x = stage(x)
        return x


class MayHoldNothing(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.stages = []
        for a, b in zip(widths, widths[1:]):
            self.stages.append(scale(a, b))

    def forward(self, x):
        for stage in self.stages:
            x = stage(x)
        return x


class Held(nn.Module):
    def __init__(self, widths):
        super().__init__()
        stages = []
        for a, b in zip(widths, widths[1:]):
            stages.append(block(a, b))
        self.stages = nn.ModuleList(stages)

    def forward(self, x):
        for stage in self.stages:
            x = stage(x)
        return x
