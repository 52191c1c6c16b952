from torch import nn


def mixer(width):
    return nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 2))
