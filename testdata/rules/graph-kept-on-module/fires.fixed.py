import torch.nn as nn
import torch.nn.functional as F

activations = {}


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q = nn.Linear(dim, dim)
        self.k = nn.Linear(dim, dim)
        self.features = []

    def forward(self, x):
        attention = (self.q(x) @ self.k(x).transpose(-2, -1)).softmax(dim=-1)
        self.attention_weights = attention.detach()  # want "self.attention_weights keeps attention with its autograd graph"
        self.features.append(self.q(x).detach())  # want "it grows by one graph with every forward pass"
        return attention @ x


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        h = F.relu(self.layer(x))
        self.last_activation = h.detach()  # want "self.last_activation keeps h"
        return h


def hook(module, inputs, output):
    activations[module] = output  # want "activations keeps output"


Net().layer.register_forward_hook(hook)
