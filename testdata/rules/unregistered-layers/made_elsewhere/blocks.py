from torch import nn


def make_head(dim):
    return nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, dim))


def make_act(dim):
    return nn.Sequential(nn.ReLU(), nn.Dropout(0.1))
