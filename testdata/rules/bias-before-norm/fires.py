from collections import OrderedDict

import torch.nn.functional as F
from torch import nn


class DoubleConv(nn.Module):
    def __init__(self, inside, outside):
        super().__init__()
        self.run = nn.Sequential(
            nn.Conv2d(inside, outside, 3, padding=1),  # want "BatchNorm2d takes the mean of each channel away, and with it the bias of this layer, as in 6 more places of this file"
            nn.BatchNorm2d(outside),
            nn.ReLU(inplace=True),
            nn.Conv2d(outside, outside, 3, padding=1, bias=True),
            nn.BatchNorm2d(outside),
            nn.ReLU(inplace=True),
            nn.Conv2d(outside, outside, 3, padding=1, bias=False),
            nn.BatchNorm2d(outside),
        )

    def forward(self, x):
        return self.run(x)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv1 = nn.Conv2d(width, width, 3)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.ConvTranspose2d(width, width, 3)
        self.bn2 = nn.BatchNorm2d(width)

    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)))
        x = self.conv2(x)
        return F.relu(self.bn2(x))


def stage(width):
    layers = [nn.Conv1d(8, width, 1), nn.BatchNorm1d(width)]
    layers += [nn.Conv1d(width, width, 1), nn.SyncBatchNorm(width)]
    return nn.Sequential(*layers)


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(OrderedDict([
            ("conv", nn.Conv3d(1, 8, 3)),
            ("norm", nn.BatchNorm3d(8)),
        ]))

    def forward(self, x):
        return self.body(x)


def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
