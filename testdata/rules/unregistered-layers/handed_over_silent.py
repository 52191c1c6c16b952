from torch import nn


class Stack(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def make(width):
    return Stack(nn.ModuleList([nn.Linear(width, width), nn.Linear(width, width)]))


# The list is registered beside it.
class Both(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers
        self.all = nn.ModuleList(layers)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def both(width):
    return Both([nn.Linear(width, width)])


# The caller registers it.
class Owner(nn.Module):
    def __init__(self, width):
        super().__init__()
        blocks = [nn.Linear(width, width), nn.Linear(width, width)]
        self.blocks = nn.ModuleList(blocks)
        self.runner = Runner(blocks)

    def forward(self, x):
        return self.runner(x)


class Runner(nn.Module):
    def __init__(self, blocks):
        super().__init__()
        self.blocks = blocks

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


# Nothing in them learns.
class Acts(nn.Module):
    def __init__(self, acts):
        super().__init__()
        self.acts = acts

    def forward(self, x):
        for act in self.acts:
            x = act(x)
        return x


def acts():
    return Acts([nn.ReLU(), nn.Tanh()])
