# The layers are made by a function of another file, or put into the list by a method of the class; parameters, too.
import torch
from blocks import make_act, make_head
from torch import nn


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.heads = {k: make_head(64) for k in ("a", "b")}  # want "the layers in self.heads are no part of Heads"

    def forward(self, x):
        return self.heads["a"](x) + self.heads["b"](x)


class Grown(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.blocks = []  # want "the layers in self.blocks are no part of Grown"
        for _ in range(depth):
            self.add()

    def add(self):
        self.blocks.append(nn.Linear(64, 64))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


class Tokens(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(64, 64)
        self.tokens = [nn.Parameter(torch.randn(64)) for _ in range(4)]  # want "the parameters in self.tokens are no part"

    def forward(self, x):
        x = self.proj(x)
        for token in self.tokens:
            x = x + token
        return x


# One of the two is registered nowhere.
class Half(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(64, 64)
        self.all = [self.first, nn.Linear(64, 64)]  # want "the layers in self.all are no part of Half"

    def forward(self, x):
        for layer in self.all:
            x = layer(x)
        return x


# Both are, under names of their own; nothing in the list learns.
class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(64, 64)
        self.second = nn.Linear(64, 64)
        self.all = [self.first, self.second]
        self.acts = [make_act(64) for _ in range(2)]

    def forward(self, x):
        for layer, act in zip(self.all, self.acts):
            x = act(layer(x))
        return x
