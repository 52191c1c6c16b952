import copy

import torch.nn as nn


class Swish(nn.Module):
    def forward(self, x):
        return x * x.sigmoid()


class Net(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(dim, dim) for _ in range(depth)])
        self.acts = nn.ModuleList([nn.ReLU()] * depth)
        self.more = nn.ModuleList([Swish()] * depth)
        self.once = nn.Sequential(*[nn.Linear(dim, dim)] * 1)
        layer = nn.Linear(dim, dim)
        self.copies = nn.ModuleList([copy.deepcopy(layer) for _ in range(depth)])
        self.shared_steps = nn.ModuleList([nn.Linear(dim, dim)] * depth)
        self.sizes = [dim] * depth
        self.body = nn.Sequential(*[nn.Linear(a, b) for a, b in zip(self.sizes, self.sizes[1:])])

    def forward(self, x):
        for layer, act, more in zip(self.layers, self.acts, self.more):
            x = more(act(layer(x)))
        for layer in [*self.copies, *self.shared_steps]:
            x = layer(x)
        return self.body(self.once(x))


class TiedEncoder(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(dim, dim)] * depth)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Heads(nn.Module):
    def __init__(self, dim, classes, depth, share_boxes):
        super().__init__()
        act = nn.GELU()
        self.acts = nn.ModuleList([act for _ in range(depth)])
        self.scores = nn.Linear(dim, classes)
        self.scores = nn.ModuleList([self.scores for _ in range(depth)])  # one head for the output of each layer
        boxes = nn.Linear(dim, 4)
        if share_boxes:
            self.boxes = nn.ModuleList([boxes for _ in range(depth)])
        else:
            self.boxes = nn.ModuleList([copy.deepcopy(boxes) for _ in range(depth)])
        quality = nn.Linear(dim, 1)
        nn.init.zeros_(quality.bias)
        self.quality = nn.ModuleList([quality for _ in range(depth)])  # it is meant by itself before
        shared = nn.Linear(dim, dim)
        self.mixes = nn.ModuleList([shared for _ in range(depth)])
        self.widths = nn.ModuleList([layer for layer in (nn.Linear(dim, dim), nn.Linear(dim, dim))])
