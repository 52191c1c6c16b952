import torch
import torch.nn as nn
import torch.nn.functional as F


def right(model, x, y):
    a = nn.BCEWithLogitsLoss()(model(x), y)
    b = nn.BCELoss()(torch.sigmoid(model(x)), y)
    return a + b + F.binary_cross_entropy(model(x).sigmoid(), y)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1), nn.Sigmoid())

    def forward(self, x):
        return self.net(x).squeeze(1)


def probabilities(x, y):
    critic = Critic()
    return nn.BCELoss()(critic(x), y)


def rebound(model, x, y):
    logits = model(x)
    logits = torch.sigmoid(logits)
    return F.binary_cross_entropy(logits, y)


def unknown(model, x, y):
    return nn.BCELoss()(model(x), y) + nn.BCEWithLogitsLoss()(model(x), y)


def clamped(model, x, y):
    logits = model(x).clamp(0, 1)
    return F.binary_cross_entropy(logits, y)


def gate(model, x, y):
    out = model(x)
    return F.binary_cross_entropy_with_logits(out * torch.sigmoid(out), y)
