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


class Made(nn.Module):
    def __init__(self, dim, depth, tie_ends):
        super().__init__()
        held, named, acts = [], {}, nn.Sequential()
        first, act, same, last = nn.Linear(3, dim), nn.GELU(), nn.Linear(dim, dim), nn.Linear(dim, 2)
        for i in range(depth):
            block = nn.Linear(dim, dim)
            held.append(block)
            acts.append(act)  # nothing is learnt in it
            if i == 0:
                named["first"] = first  # in one lap
            if tie_ends:
                named[f"end{i}"] = last
        self.body, self.acts = nn.Sequential(*held), acts
        self.named = nn.ModuleDict(named)
        steps = [same]
        for _ in range(depth):
            steps.append(same)  # run by itself, too
        self.steps = nn.Sequential(*steps)
        kept = nn.Linear(dim, dim)
        self.all, others = nn.ModuleList(), []
        for _ in range(depth):
            others.append(kept)  # of no container
        self.others = others

    def forward(self, x):
        return self.steps(self.body(x))
