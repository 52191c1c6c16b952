import torch
import torch.nn as nn
import torch.nn.functional as F


def sigmoid_twice(model, x, y):
    criterion = nn.BCEWithLogitsLoss()
    loss = criterion(model(x), y)  # want "BCEWithLogitsLoss applies sigmoid itself"
    probabilities = model(x).sigmoid()
    return loss + F.binary_cross_entropy_with_logits(probabilities, y)  # want "has been through sigmoid \(line 9\)"


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, x):
        return self.net(x).squeeze(1)


def logits(x, y):
    critic = Critic()
    criterion = nn.BCELoss()
    return criterion(critic(x), y)  # want "BCELoss wants probabilities and is given logits"


def by_name(model, x, y):
    logits = model(x)
    return F.binary_cross_entropy(logits, y)  # want note "called logits"
