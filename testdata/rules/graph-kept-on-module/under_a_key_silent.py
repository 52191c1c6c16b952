# The keys and values of earlier tokens, and what is read again.
import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(dim, dim) for _ in range(3))
        self.cache = {}
        self.maps_cache = {}

    def forward(self, x):
        keys, values = self.key(x), self.value(x)
        self.cache["k"], self.cache["v"] = keys, values
        weights = torch.softmax(self.query(x) @ keys.transpose(1, 2), dim=-1)
        self.maps_cache["attention"] = weights
        return weights @ values

    def smoothness(self):
        return self.maps_cache["attention"].diff(dim=-1).square().mean()
