"""Another method of the module computes what it keeps: the finding stands where it is kept, not where the method is called."""

import torch
from torch import nn


class Interests(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(100, 8)
        self.fc = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        self.items = self.embed(x)
        return self.head(self.encode(self.items))

    def encode(self, items):
        hidden = torch.tanh(self.fc(items))
        self.features = hidden.detach()  # want "self.features keeps hidden with its autograd graph"
        return hidden
