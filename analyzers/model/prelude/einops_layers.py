import einops
from torch import nn


class Rearrange(nn.Module):
    def __init__(self, pattern, **sizes):
        super().__init__()
        self.pattern = pattern
        self.sizes = sizes

    def forward(self, x):
        return einops.rearrange(x, self.pattern, **self.sizes)


class Reduce(nn.Module):
    def __init__(self, pattern, reduction, **sizes):
        super().__init__()
        self.pattern = pattern
        self.reduction = reduction
        self.sizes = sizes

    def forward(self, x):
        return einops.reduce(x, self.pattern, self.reduction, **self.sizes)
