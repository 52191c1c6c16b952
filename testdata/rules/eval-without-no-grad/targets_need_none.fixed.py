# Targets that are told to need no gradient are no frozen model.
import torch
from torch import nn


class Distance(nn.Module):
    def forward(self, output, targets):
        mel, gate = targets[0], targets[1]
        mel.requires_grad = False
        gate.requires_grad = False
        return nn.functional.mse_loss(output, mel) + nn.functional.l1_loss(output, gate)


@torch.no_grad()
def validate(loader):
    model = nn.Linear(8, 8)
    model.eval()
    criterion = Distance()
    total = 0.0
    for x, y in loader:
        output = model(x)  # want "model runs with gradients on in an evaluation loop"
        total += criterion(output, y).item()
    return total


def frozen(loader):
    model = nn.Linear(8, 8)
    for p in model.parameters():
        p.requires_grad = False
    model.eval()
    total = 0.0
    for x, y in loader:
        total += model(x).mean().item()
    return total
