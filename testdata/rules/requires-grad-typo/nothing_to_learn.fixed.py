import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.activation = nn.LeakyReLU()
        self.activation.requires_grad = True
        self.slope = nn.PReLU()
        self.slope.requires_grad_(False)  # want "self.slope is a module"
        self.pool = nn.MaxPool2d(size)
        self.pool.require_grad = False
        self.linear = nn.Linear(size, size)
        self.linear.requires_grad_(False)  # want "new attribute that PyTorch never reads.*call self.linear.requires_grad_\(False\)"

    def forward(self, x):
        return torch.sigmoid(self.slope(self.activation(self.linear(self.pool(x)))))
