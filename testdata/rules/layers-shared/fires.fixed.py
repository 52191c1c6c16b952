from collections import OrderedDict

import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(), nn.Linear(dim, dim))

    def forward(self, x):
        return x + self.body(x)


class Around(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.inner = Block(dim)

    def forward(self, x):
        return torch.tanh(self.inner(x))


class Net(nn.Module):
    def __init__(self, dim, depth, heads):
        super().__init__()
        self.layers = nn.ModuleList([nn.TransformerEncoderLayer(dim, heads) for _ in range(depth)])  # want "the list times depth holds the same TransformerEncoderLayer each time"
        self.blocks = nn.Sequential(*[Block(dim) for _ in range(depth)])  # want "holds the same Block each time"
        self.outer = nn.Sequential(*([nn.Linear(3, dim)] + [layer for _ in range(4) for layer in [nn.ReLU(), Around(dim)]]))  # want "the list times 4 holds the same Around"
        self.wrapped = nn.ModuleList([nn.Sequential(nn.Linear(dim, dim), nn.LayerNorm(dim)) for _ in range(depth)])  # want "the same Sequential"

    def forward(self, x):
        x = self.wrapped[0](self.outer(x))
        for layer in self.layers:
            x = layer(x)
        return self.blocks(x)


class Named(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        layer = nn.TransformerEncoderLayer(dim, 8, batch_first=True)
        self.layers = nn.ModuleList([layer for _ in range(depth)])  # want "every item is the one TransformerEncoderLayer"
        block = nn.Sequential(nn.Linear(dim, dim), nn.ReLU())
        self.body = nn.Sequential(*(block for _ in range(3)))  # want "every item is the one Sequential"

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.body(x)


class Filled(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        layer = nn.TransformerEncoderLayer(dim, 8, batch_first=True)
        named = OrderedDict()
        for i in range(depth):
            named[f"layer{i}"] = layer  # want "every item is the one TransformerEncoderLayer"
        self.layers = nn.Sequential(named)
        block = Block(dim)
        held = []
        for _ in range(depth):
            held.append(block)  # want "every item is the one Block"
        self.body = nn.Sequential(*held)
        self.ends = nn.ModuleList()
        end = nn.Linear(dim, 2)
        while len(self.ends) < depth:
            self.ends.append(end)  # want "every item is the one Linear"

    def forward(self, x):
        x = self.body(self.layers(x))
        return [end(x) for end in self.ends]
