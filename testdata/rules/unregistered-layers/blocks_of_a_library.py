# Layers of a library that is not at hand, by their names.
from torch import nn
from zoo.layers import ExitBlock, IdentityLayer, TokenHead


class Exits(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.first = nn.Linear(8, 8)
        self.exits = []  # want "the layers in self.exits are no part of Exits"
        for width in widths:
            self.exits.append(ExitBlock(width, 10))

    def forward(self, x):
        x = self.first(x)
        return [block(x) for block in self.exits]


class Heads(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.heads = [TokenHead(w) for w in widths]  # want "the layers in self.heads are no part of Heads"

    def forward(self, x):
        return [head(x) for head in self.heads]


class Held(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.exits = nn.ModuleList([ExitBlock(w, 10) for w in widths])

    def forward(self, x):
        return [block(x) for block in self.exits]


class Passing(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.ways = [IdentityLayer(w) for w in widths]

    def forward(self, x):
        return [way(x) for way in self.ways]


class Blocks:
    def __init__(self, widths):
        self.blocks = [ExitBlock(w, 10) for w in widths]

    def run(self, x):
        return [block(x) for block in self.blocks]
