import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.stem = nn.Conv2d(3, width, 3)

    def forward(self, x):
        x = self.stem(x)
        x = nn.Conv2d(self.width, self.width, 1).to(x.device)(x)  # want "each forward pass makes this Conv2d anew"
        x = x.mean((2, 3))
        project = nn.Linear(x.shape[1], 10)  # want "nothing is learnt, and the output is another one each time"
        return project(x)
