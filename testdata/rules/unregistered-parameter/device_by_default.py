# The constructor moves to a GPU unless somebody says otherwise, and what that gives is no parameter.
import torch
import torch.nn as nn


class Mixer(nn.Module):
    def __init__(self, width, device="cuda"):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(width, width)).to(device)  # want "weight"
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, x):
        return x @ self.weight + self.bias


# On the CPU, to() gives the parameter itself.
class OnHost(nn.Module):
    def __init__(self, width, device="cpu"):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(width, width)).to(device)

    def forward(self, x):
        return x @ self.weight
