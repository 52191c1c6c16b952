from torch import nn


def mixer(width):
    return nn.Sequential(nn.Linear(width, width), nn.Dropout(0.1), nn.Linear(width, 2))
