# A tensor that is told to collect gradients after it was made.
import torch
from torch import nn


class Told(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.project = nn.Linear(width, width)
        query = torch.empty(width)
        nn.init.normal_(query)
        query.requires_grad_(True)
        self.query = query  # want "self.query is a plain tensor"
        key = torch.zeros(width)
        key.requires_grad = True
        self.key = key  # want "self.key is a plain tensor"

    def forward(self, x):
        return self.project(x) * self.query + self.key


class Made(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.project = nn.Linear(width, width)
        query = torch.empty(width)
        nn.init.normal_(query)
        self.query = nn.Parameter(query)
        fixed = torch.ones(width)
        fixed.requires_grad_(False)
        self.register_buffer("fixed", fixed)

    def forward(self, x):
        return self.project(x) * self.query + self.fixed
