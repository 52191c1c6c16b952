# Which layer a block is made of is chosen by an argument: either has parameters.
from torch import nn


class Block(nn.Module):
    def __init__(self, width, flat):
        super().__init__()
        self.conv = nn.Conv2d if flat else nn.Conv1d
        self.layers = nn.Sequential(self.conv(width, width, 1), nn.ReLU())

    def forward(self, x):
        return self.layers(x)


class Heads(nn.Module):
    def __init__(self, width, n):
        super().__init__()
        self.heads: list[nn.Module] = [Block(width, True) for _ in range(n)]  # want "no part of Heads"

    def forward(self, x):
        return [head(x) for head in self.heads]


class Shape(nn.Module):
    def __init__(self, flat):
        super().__init__()
        pool = nn.MaxPool2d if flat else nn.MaxPool1d
        self.pool = pool(2)

    def forward(self, x):
        return self.pool(x)


class Pools(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.pools = [Shape(True) for _ in range(n)]

    def forward(self, x):
        for pool in self.pools:
            x = pool(x)
        return x
