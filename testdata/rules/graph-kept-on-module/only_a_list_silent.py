# Nothing but the list is written on the module.
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.query, self.key = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.maps = []

    def forward(self, x):
        weights = torch.softmax(self.query(x) @ self.key(x).transpose(1, 2), dim=-1)
        self.maps.append(weights.detach())
        return weights @ x
