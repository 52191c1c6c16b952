import torch
import torch.nn as nn
import torch.nn.functional as F


class Weighted(nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def forward(self, outputs, targets):
        total = 0.0
        for output, target in zip(outputs, targets):
            total = total + self.weight * F.mse_loss(output, target)
        return torch.tensor(total, requires_grad=True)  # want "torch.tensor makes a new leaf of the loss: backward\(\) at train.py:17"


class Sum(nn.Module):
    def forward(self, outputs, targets):
        shown = torch.tensor([F.mse_loss(o, t).item() for o, t in zip(outputs, targets)])
        print(shown.mean())
        return sum(F.mse_loss(o, t) for o, t in zip(outputs, targets))


class Learned(nn.Module):
    def __init__(self, start):
        super().__init__()
        self.start = torch.tensor(start, requires_grad=True)

    def forward(self, outputs, targets):
        return (self.start * (outputs - targets)).mean()
