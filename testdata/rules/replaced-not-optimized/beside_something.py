# The optimizer takes something besides the network, which may have the new layer.
import torch
from torch import nn


def train(model, optimizer, loader):
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def build(loader, more):
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.Adam([*model.parameters(), *more(model)], lr=1e-4)
    model[2] = nn.Linear(8, 7)
    train(model, optimizer, loader)
