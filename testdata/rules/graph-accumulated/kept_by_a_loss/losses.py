import torch.nn as nn


class Balanced(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = [0, 0]

    def forward(self, x, y):
        loss = (x - y).abs().mean()
        self.seen[0] += loss  # want "seen.0. keeps loss of every iteration"
        part = ((x - y) ** 2).mean()
        self.seen[1] += part.item()
        return loss + part


class Meter:
    def __init__(self):
        self.total, self.count = 0, 0

    def update(self, value):
        self.total += value
        self.count += 1
