import torch
from torch import nn


def init_weights(layer):
    nn.init.zeros_(layer.bias)


class TopDown(nn.Module):
    def __init__(self, widths):
        super().__init__()
        lateral, output = [], []
        for width in widths:
            one = nn.Conv2d(width, 16, 1)
            two = nn.Conv2d(16, 16, 3, padding=1)
            init_weights(one)
            init_weights(two)
            lateral.append(one)
            output.append(two)
        self.lateral = lateral[::-1]  # want "no part of TopDown"
        self.output = list(output)  # want "no part of TopDown"

    def forward(self, maps):
        y = None
        for i, x in enumerate(maps):
            lateral, output = self.lateral[i], self.output[i]
            x = lateral(x)
            y = output(x if y is None else x + y)
        return y


# Each of them is an attribute, too.
class Named(nn.Module):
    def __init__(self, widths):
        super().__init__()
        layers = []
        for i, width in enumerate(widths):
            layer = nn.Linear(width, 8)
            self.add_module(f"layer{i}", layer)
            layers.append(layer)
        self.layers = layers[::-1]

    def forward(self, parts):
        one, other = self.layers[0], self.layers[1]
        return one(parts[0]) + other(parts[1])


# The optimizer is given what another list holds as well.
class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        layers = [nn.Linear(8, 8) for _ in range(3)]
        self.part = nn.ModuleList(layers)
        self.layers = layers[::-1]

    def forward(self, x):
        first, last = self.layers[0], self.layers[2]
        return last(first(x))


# One of the two goes elsewhere.
class Given(nn.Module):
    def __init__(self, keep):
        super().__init__()
        layers = [nn.Linear(8, 8), nn.Linear(8, 8)]
        self.layers = layers[::-1]
        keep(self.layers)

    def forward(self, x):
        first, last = self.layers[0], self.layers[1]
        return last(first(x))
