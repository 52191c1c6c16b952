from torch import nn


class Stack(nn.Module):
    def __init__(self, layers, act):
        super().__init__()
        self.layers = layers  # want "self.layers"
        self.act = act
        self.depth = len(layers)

    def forward(self, x):
        for layer in self.layers:
            x = self.act(layer(x))
        return x


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        blocks = []
        for _ in range(3):
            blocks.append(nn.Linear(width, width))
        self.stack = Stack(blocks, act=nn.ReLU())

    def forward(self, x):
        return self.stack(x)


class Branches(nn.Module):
    def __init__(self, branches):
        super().__init__()
        self.branches = list(branches)  # want "self.branches"

    def forward(self, x):
        return sum(branch(x) for branch in self.branches)


def make(width):
    return Branches(branches=[nn.Linear(width, 1), nn.Linear(width, 1)])
