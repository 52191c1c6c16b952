import torch
from torch import nn


class Surface(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.first = nn.Linear(size, 1)

    def forward(self, x):
        return self.first(x), x


def slope(f, x):
    """The gradient of something else, in no model: autograd stands in the file, and forward does."""
    return torch.autograd.grad(f(x), x)[0]
