# What torch makes of numbers requires no gradients, under whichever of several names.
import torch
import torch.nn as nn


def grids(height, width, model):
    rows, columns = torch.meshgrid([torch.arange(height), torch.arange(width)])
    rows.requires_grad = False  # want note "spell it requires_grad"
    columns.requires_grad = False  # want note "spell it requires_grad"
    first, second = model(rows), model(columns)
    first.requires_grad = False  # want error "spell it requires_grad"
    return first, second


class Warp(nn.Module):
    def __init__(self, height, width):
        super().__init__()
        self.rows, self.columns = torch.meshgrid([torch.arange(height), torch.arange(width)])
        self.rows.requires_grad = False  # want note "spell it requires_grad"
        self.first, self.second = nn.Linear(8, 4), nn.Linear(4, 2)
        self.first.weight.requires_grad = False  # want error "spell it requires_grad"

    def forward(self, x):
        return self.second(self.first(x)) + self.columns
