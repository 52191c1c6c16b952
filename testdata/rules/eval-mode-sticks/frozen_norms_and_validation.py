# From some epoch on the norms keep their statistics: that is meant, and the validation changes nothing.
import torch
from torch import nn
from torch.utils.data import DataLoader


def validate(model, loader):
    model.eval()
    with torch.no_grad():
        return sum(nn.functional.mse_loss(model(x), y).item() for x, y in loader)


def train(data, held_out, frozen_from):
    model = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(model.parameters())
    loader, valid = DataLoader(data, batch_size=8), DataLoader(held_out, batch_size=8)
    for epoch in range(10):
        if epoch == frozen_from:
            model.eval()
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
        if epoch > frozen_from:
            print(validate(model, valid))
