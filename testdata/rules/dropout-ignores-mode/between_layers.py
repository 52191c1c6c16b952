# A dropout behind all layers but the last: which layer it is says nothing of the mode.
import torch.nn.functional as F
from torch import nn


class Stack(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.rate = 0.3

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x)
            if i < len(self.layers) - 1:
                x = F.dropout(F.relu(x), p=self.rate)  # want "drops out in evaluation mode"
        return x


class ToldItsMode(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))

    def forward(self, x, sampling):
        for i, layer in enumerate(self.layers):
            x = layer(x)
            if i != len(self.layers) - 1:
                x = F.dropout(x, 0.3, self.training)
            if sampling < 3:
                x = F.dropout(x, 0.1)
        return x
