import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.activation = nn.LeakyReLU()
        self.activation.requires_grad = True
        self.slope = nn.PReLU()
        self.slope.requires_grad = False  # want "self.slope is a module"
        self.linear = nn.Linear(size, size)

    def forward(self, x):
        return torch.sigmoid(self.slope(self.activation(self.linear(x))))
