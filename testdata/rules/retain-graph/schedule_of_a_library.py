# An object that a library made of numbers holds no graph, whoever uses it in every lap. One made of tensors may.
import torch
from diffusion import NoiseSchedule, Pair
from torch import nn
from torch.nn import functional as F


def train(loader):
    schedule = NoiseSchedule(steps=1000)
    model = nn.Linear(8, 8)
    optimizer = torch.optim.Adam(model.parameters())
    for x in loader:
        noisy = schedule.add_noise(x, torch.randn_like(x))
        loss = F.mse_loss(model(noisy), x)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # want "retain_graph"
        optimizer.step()


def holds(loader):
    first, second = nn.Linear(8, 8), nn.Linear(8, 8)
    optimizer = torch.optim.Adam([*first.parameters(), *second.parameters()])
    start = torch.zeros(8)
    kept = Pair(first(start), start)
    for x in loader:
        loss = F.mse_loss(second(x) + kept.left(), x)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()
