import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--weight", type=float, default=100)
parser.add_argument("--name", default="l1")
opt = parser.parse_args()
scale = 0.5

bce, l1 = nn.BCELoss(), nn.L1Loss()
weights = torch.ones(3)
for x, y in loader:
    g = G(x)
    loss = bce(D(g), torch.ones(4)) + opt.weight * l1(g, y)
    loss.backward()
    print(loss.item())  # want "is one number"
    half = scale * l1(g, y)
    print(half.item())  # want "is one number"
    each = weights * l1(g, y)
    print(each.data[0])
    other = given * l1(g, y)
    print(other.data[0])
