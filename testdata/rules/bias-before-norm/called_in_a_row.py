# A forward pass that runs them one after the other; a linear layer adds its bias on the way, and what it gives is small; what is named alike in another class is another layer.
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3)  # want "BatchNorm2d takes the mean of each channel away, and with it the bias of this layer"
        self.bn = nn.BatchNorm2d(width)
        self.fc = nn.Linear(width, 64)
        self.bn2 = nn.BatchNorm1d(64)

    def forward(self, x):
        x = self.conv(x)
        x = F.relu(self.bn(x))
        x = self.fc(x.mean((2, 3)))
        return self.bn2(x)


class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(width, 1, 1)

    def forward(self, x):
        return self.conv(x).sigmoid()


def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
