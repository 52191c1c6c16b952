import torch
from torch import nn


class Looked(nn.Module):  # what is looked at of a layer registers none
    def __init__(self, n):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(n)]  # want "the layers in self.layers are no part of Looked"

    def forward(self, x):
        for i in range(len(self.layers)):
            x = self.layers[i](x)
        print(self.layers[0].in_features)
        return x


class Listed(nn.Module):  # its parameters are taken, perhaps for an optimizer
    def __init__(self, n):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(n)]
        self.params = list(self.layers[0].parameters())

    def forward(self, x):
        return self.layers[0](x)


class Grown(nn.Module):  # lists in a list, filled one by one
    def __init__(self, n):
        super().__init__()
        self.stacks = [[], []]  # want "the layers in self.stacks are no part of Grown"
        for _ in range(n):
            self.stacks[0].append(nn.Linear(8, 8))

    def forward(self, x):
        for layer in self.stacks[0]:
            x = layer(x)
        return x


class Taken(nn.Module):  # a layer under a name, that is only called
    def __init__(self, n):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(n)]  # want "the layers in self.layers are no part of Taken"

    def forward(self, x, i):
        layer = self.layers[i]
        return layer(x) * layer.out_features


class TakenOn(nn.Module):  # a layer under a name, that goes elsewhere
    def __init__(self, n):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(n)]

    def forward(self, x, i):
        layer = self.layers[i]
        self.register(layer)
        return layer(x)


class TakenParameters(nn.Module):  # a layer under a name, whose parameters are taken
    def __init__(self, n):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(n)]

    def forward(self, x, i):
        layer = self.layers[i]
        self.seen = layer.parameters()
        return layer(x)


class Asked(nn.Module):  # asked for, counted and gone over by its keys
    def __init__(self, tasks):
        super().__init__()
        self.heads = dict(a=nn.Linear(8, 8), b=nn.Linear(8, 8))  # want "the layers in self.heads are no part of Asked"

    def forward(self, x, task):
        if self.heads and task in self.heads:
            for name in self.heads.keys():
                print(name, len(self.heads))
            x = self.heads[task](x)
        return x


class Spread(nn.Module):  # a dictionary of others, and one more
    def __init__(self, others):
        super().__init__()
        self.heads = dict(others, a=nn.Linear(8, 8))  # want "the layers in self.heads are no part of Spread"

    def forward(self, x):
        return self.heads["a"](x)


class Gone(nn.Module):  # handed to somebody by its list
    def __init__(self, n):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(n)]
        keep(self.layers)

    def forward(self, x):
        return self.layers[0](x)


class Copied(nn.Module):  # a list made of its items goes elsewhere
    def __init__(self, n):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(n)]
        self.also = nn.ModuleList([layer for layer in self.layers])

    def forward(self, x):
        return self.layers[0](x)


class Bound(nn.Module):  # gone over, and each bound to another name
    def __init__(self, n):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(n)]
        for layer in self.layers:
            last = layer
        self.last = last

    def forward(self, x):
        return self.layers[0](x)


class Summed(nn.Module):  # a list beside a list
    def __init__(self, n, more):
        super().__init__()
        self.layers = [nn.Linear(8, 8)] + [nn.Linear(8, 4)]  # want "the layers in self.layers are no part of Summed"
        self.others = [nn.Linear(8, 8)] + more

    def forward(self, x):
        return self.layers[0](x) + self.others[0](x)


class Empty(nn.Module):  # filled with numbers
    def __init__(self, n):
        super().__init__()
        self.layers = list()
        self.layers.append(3)

    def forward(self, x):
        return self.layers[0](x)


class Inserted(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = tuple([nn.Linear(8, 8)])  # want "the layers in self.layers are no part of Inserted"
        self.more = []  # want "the layers in self.more are no part of Inserted"
        self.more.insert(0, nn.Linear(8, 8))

    def forward(self, x):
        return self.layers[0](x) + self.more[0](x)
