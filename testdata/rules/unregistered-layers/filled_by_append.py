import torch
from torch import nn


class Stages(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.blocks = [[], []]  # want "no part of Stages"
        self.blocks[0].append(nn.Linear(width, width))
        self.blocks[1].append(nn.Linear(width, 1))

    def forward(self, x):
        for block in self.blocks:
            for layer in block:
                x = layer(x)
        return x


class Handed(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.blocks = {"a": [nn.Linear(width, width)], "b": [nn.Linear(width, 1)]}  # want "no part of Handed"
        self.blocks["a"].append(nn.Linear(width, width))

    def forward(self, x):
        for layer in self.blocks["a"]:
            x = layer(x)
        return self.blocks["b"][0](x)
