import torch
from torch import nn


def gradients_of(model):
    return [p.grad.clone() for p in model.parameters()]


def forget(samples, loss_of):
    model = nn.Linear(8, 2)
    probe = nn.Linear(8, 2)
    optim = torch.optim.SGD(model.parameters(), lr=0.1)
    other = torch.optim.SGD(probe.parameters(), lr=1e-3)
    for x, y in samples:
        optim.zero_grad()  # it clears, and the update is computed below
        loss_of(model(x), y).backward()
        first = gradients_of(model)
        other.zero_grad()
        loss_of(probe(x), y).backward()
        other.step()
        with torch.no_grad():
            for p, g, h in zip(model.parameters(), first, gradients_of(probe)):
                p += 0.1 * g / (g - h).abs().clamp(min=1e-3)
