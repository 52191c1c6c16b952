# What is trained only where its file is missing was trained, and saved, by the first of two calls.
import os

import torch
from torch import nn


def train(loader, path):
    probe = nn.Linear(8, 2)
    optimizer = torch.optim.Adam(probe.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(probe(x), y)
        loss.backward()
        optimizer.step()
    torch.save(probe, path)


def load_or_train(loader, path):
    if not os.path.exists(path):
        train(loader, path)
    return torch.load(path, weights_only=False)


def main(loader, path):
    probe = load_or_train(loader, path)
    with torch.no_grad():
        again = load_or_train(loader, path)
    return probe, again
