import torch
from torch import nn
from torch.nn import functional as F


class Proxies(nn.Module):
    def __init__(self, classes, width, device):
        super().__init__()
        self.proxies = nn.Parameter(torch.randn(classes, width) / 8).to(device)
        self.scale = nn.Parameter(torch.ones(1, device=device))

    def forward(self, features, labels):
        return F.cross_entropy(self.scale * F.linear(F.normalize(features), F.normalize(self.proxies)), labels)
