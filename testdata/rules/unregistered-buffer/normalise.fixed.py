# All that the modules do with what they are given is arithmetic.
import torch
from torch import nn


class Normalise(nn.Module):
    def __init__(self, mean):
        super().__init__()
        self.register_buffer("mean", torch.tensor(mean).view(1, 3, 1, 1), persistent=False)  # want "self.mean is a plain tensor of Normalise"

    def forward(self, x):
        return x - self.mean


class Schedule(nn.Module):  # t may be a number
    def __init__(self):
        super().__init__()
        self.betas = torch.linspace(0.1, 0.2, 10)

    def forward(self, t):
        return t * self.betas


net = nn.Sequential(Normalise([0.4, 0.4, 0.4]), nn.Conv2d(3, 8, 3)).to("cuda")
