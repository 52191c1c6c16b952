from collections import defaultdict

import torch
from torch import nn


class Losses(nn.Module):
    def forward(self, outputs, targets):
        main = nn.functional.cross_entropy(outputs, targets)
        smooth = outputs.pow(2).mean()
        return {"total": main + 0.1 * smooth, "main": main, "smooth": smooth, "weight": 0.1}


def train(model, loader, optimizer):
    criterion, totals = Losses(), defaultdict(float)
    for x, y in loader:
        optimizer.zero_grad()
        parts = criterion(model(x), y)
        parts["total"].backward()
        optimizer.step()
        for key, value in parts.items():
            if isinstance(value, torch.Tensor):
                totals[key] += value.item()
            else:
                totals[key] += value  # a number
    return totals


def train_asked_for_itself(model, loader, optimizer):
    criterion, totals = Losses(), defaultdict(float)
    for x, y in loader:
        optimizer.zero_grad()
        parts = criterion(model(x), y)
        parts["total"].backward()
        optimizer.step()
        for key, value in parts.items():
            if torch.is_tensor(value):
                value = value.item()
            totals[key] += value
        for key, value in parts.items():
            totals[key] += value if not isinstance(value, torch.Tensor) else value.item()
    return totals


def train_unlike(model, loader, optimizer):
    criterion, totals = Losses(), defaultdict(float)
    for x, y in loader:
        optimizer.zero_grad()
        parts = criterion(model(x), y)
        parts["total"].backward()
        optimizer.step()
        for key, value in parts.items():
            if isinstance(value, str):
                continue
            totals[key] += value  # want "totals keeps value of every iteration"
    return totals
