import torch
from torch import nn
from torchvision import models


class Listed(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(depth)])
        steps = []
        for _ in range(depth):
            steps.append(nn.Linear(8, 8))
        self.steps = nn.Sequential(*steps)
        self.more = [nn.Linear(8, 8), nn.Linear(8, 8)]
        self.more = nn.ModuleList(self.more)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        for layer in self.more:
            x = layer(x)
        return self.steps(x)


class Named(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = []
        for i in range(depth):
            layer = nn.Linear(8, 8)
            self.add_module(f"layer{i}", layer)
            self.layers.append(layer)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


# Nothing in it learns.
class Pools(nn.Module):
    def __init__(self):
        super().__init__()
        self.pools = [nn.MaxPool2d(2), nn.AvgPool2d(2), nn.Dropout(0.1)]
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        for pool in self.pools:
            x = pool(x)
        return self.head(x.mean((2, 3)))


# The layers are parts under names of their own as well.
class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(8, 16)
        self.down = nn.Linear(16, 8)
        self.order = [self.up, self.down]

    def forward(self, x):
        for layer in self.order:
            x = layer(x)
        return x


# Hidden on purpose: it is frozen, and no part of the checkpoint.
class Perceptual(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))
        self.teacher = [models.vgg16(weights="DEFAULT").features.eval()]
        for p in self.teacher[0].parameters():
            p.requires_grad_(False)

    def forward(self, x):
        return self.teacher[0](x) * self.scale


# Somebody hands them to an optimizer.
class Experts(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.gate = nn.Linear(8, count)
        self.experts = [nn.Linear(8, 8) for _ in range(count)]

    def trainable(self):
        return list(self.gate.parameters()) + [p for e in self.experts for p in e.parameters()]

    def forward(self, x, i):
        return self.gate(x)[:, i] * self.experts[i](x)


# No module, and so nothing is registered in any case.
class Ensemble:
    def __init__(self, count):
        self.members = [nn.Linear(8, 2) for _ in range(count)]

    def forward(self, x):
        return sum(member(x) for member in self.members)


def optimizers(model):
    return [torch.optim.Adam(stage.parameters()) for stage in model.stages]


class Stages(nn.Module):
    def __init__(self):
        super().__init__()
        self.stages = [nn.Linear(8, 8), nn.Linear(8, 8)]

    def forward(self, x):
        for stage in self.stages:
            x = stage(x)
        return x
