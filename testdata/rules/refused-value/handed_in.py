import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width, heads, rate=0.1):
        super().__init__()
        self.attention = nn.MultiheadAttention(width, heads)  # want "embed_dim=100 is none of 8"
        self.drop = nn.Dropout(rate)  # want "and p=10"

    def forward(self, x):
        return self.drop(self.attention(x, x, x)[0])


class Narrow(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attention = nn.MultiheadAttention(width, heads)

    def forward(self, x):
        return self.attention(x, x, x)[0]


def main(loader):
    model = nn.Sequential(Block(100, 8, rate=10), Narrow(96, 8))
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
