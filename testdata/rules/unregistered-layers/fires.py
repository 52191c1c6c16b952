import torch
from torch import nn


class Graph(nn.Module):
    def __init__(self, size, depth):
        super().__init__()
        self.first = nn.Linear(size, 64)
        self.hidden = [nn.Linear(64, 64, bias=False) for _ in range(depth - 2)]  # want "the layers in self.hidden are no part of Graph"
        for layer in self.hidden:
            nn.init.xavier_normal_(layer.weight)
        self.last = nn.Linear(64, 4)

    def forward(self, x):
        x = torch.relu(self.first(x))
        for layer in self.hidden:
            x = torch.relu(layer(x))
        return self.last(x)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.ReLU())

    def forward(self, x):
        return x + self.conv(x)


class Tower(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.stem = nn.Conv2d(3, width, 3, padding=1)
        blocks = []
        for _ in range(depth):
            blocks.append(Block(width))
        self.blocks = blocks  # want "no optimizer trains them"

    def forward(self, x):
        x = self.stem(x)
        for i, block in enumerate(self.blocks):
            x = block(x)
        return x


class Heads(nn.Module):
    def __init__(self, width, tasks):
        super().__init__()
        self.body = nn.Linear(width, width)
        self.heads = {"age": nn.Linear(width, 1), "sex": nn.Linear(width, 2)}  # want "keep them in a torch.nn.ModuleList or ModuleDict"
        self.gates = []  # want "the layers in self.gates are no part of Heads"
        for _ in range(tasks):
            self.gates.append(nn.Linear(width, 1).cuda())

    def forward(self, x, task, number):
        x = self.body(x)
        return self.heads[task](x) * self.gates[number](x).sigmoid()
