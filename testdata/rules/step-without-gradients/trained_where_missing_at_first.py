import os

import torch
from torch import nn


def train(loader, path):
    probe = nn.Linear(8, 2)
    optimizer = torch.optim.Adam(probe.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(probe(x), y)  # want "the loss has no gradients for probe"
        loss.backward()
        optimizer.step()
    torch.save(probe, path)


def main(loader, path):
    with torch.no_grad():
        if not os.path.exists(path):
            train(loader, path)
        return torch.load(path, weights_only=False)
