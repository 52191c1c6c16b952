import torch
import torch.nn.functional as F
from torch import nn


class Normalize(nn.Module):
    def __init__(self, std=(0.229, 0.224, 0.225)):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406]).view(1, 3, 1, 1), persistent=False)  # want "self.mean is a plain tensor of Normalize"
        self.register_buffer("std", torch.tensor(std), persistent=False)  # want "x / self.std"

    def forward(self, x):
        x = x - self.mean
        x = x.permute(0, 2, 3, 1)
        x = x / self.std[None, None, None, :]
        return self.conv(x)


class Blur(nn.Module):
    def __init__(self, channels):
        super().__init__()
        line = torch.arange(5).float() - 2
        kernel = torch.exp(-line ** 2)
        self.register_buffer("kernel", kernel.view(1, 1, 1, 5).repeat(channels, 1, 1, 1), persistent=False)  # want "register_buffer moves it with the module"
        self.channels = channels

    def forward(self, pictures):
        return F.conv2d(pictures, self.kernel, groups=self.channels)


class Positions(nn.Module):
    def __init__(self, length, width):
        super().__init__()
        self.embed = nn.Embedding(100, width)
        self.register_buffer("table", torch.zeros(1, length, width), persistent=False)  # want "h \+ self.table"

    def forward(self, tokens):
        h = self.embed(tokens)
        h = h + self.table[:, :8]
        return h


class Weighted(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.register_buffer("weight", torch.ones(classes), persistent=False)  # want "of Weighted"

    def forward(self, logits: torch.Tensor, target: torch.Tensor):
        return F.cross_entropy(logits, target, weight=self.weight)


model = Normalize().cuda()
