"""Models of which parts are run again in the backward pass."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.wide = nn.Linear(width, 4 * width)
        self.narrow = nn.Linear(4 * width, width)

    def forward(self, x):
        return x + self.narrow(nn.functional.gelu(self.wide(self.norm(x))))


class Stack(nn.Module):
    def __init__(self, width=64, depth=4, reentrant=False, every=1):
        super().__init__()
        self.stem = nn.Linear(16, width)
        self.blocks = nn.ModuleList([Block(width) for _ in range(depth)])
        self.head = nn.Linear(width, 10)
        self.reentrant, self.every = reentrant, every

    def forward(self, x):
        x = self.stem(x)
        for i, block in enumerate(self.blocks):
            if i % self.every == 0:
                x = checkpoint(block, x, use_reentrant=self.reentrant)
            else:
                x = block(x)
        return self.head(x)


class Images(nn.Module):
    def __init__(self, reentrant=False):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, padding=1)
        self.body = nn.Sequential(nn.Conv2d(8, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(inplace=True), nn.Conv2d(16, 8, 3, padding=1))
        self.head = nn.Conv2d(8, 1, 1)
        self.reentrant = reentrant

    def forward(self, x):
        x = torch.relu(self.stem(x))
        y = checkpoint(self.body, x, use_reentrant=self.reentrant)
        return self.head(torch.sigmoid(x + y))
