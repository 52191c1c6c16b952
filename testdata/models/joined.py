import torch
from torch import nn
import torch.nn.functional as F


class Dense(nn.Module):
    """Every layer reads what all layers before it gave."""

    def __init__(self, width=16, depth=4):
        super().__init__()
        self.layers = nn.ModuleList(nn.Conv2d(3 + width * i, width, 3, padding=1) for i in range(depth))
        self.head = nn.Conv2d(3 + width * depth, 5, 1)

    def forward(self, x):
        features = [x]
        for layer in self.layers:
            features.append(F.relu(layer(torch.cat(features, 1))))
        return self.head(torch.cat(features, 1))


class Highway(nn.Module):
    """Its variables hold what backward does not read."""

    def __init__(self, width=64):
        super().__init__()
        self.carry = nn.Linear(width, width)
        self.gate = nn.Linear(width, width)

    def forward(self, x):
        a = self.carry(x)
        b = self.gate(x)
        g = torch.sigmoid(b)
        return g * F.relu(a) + (1.0 - g) * x
