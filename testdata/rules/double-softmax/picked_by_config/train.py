import json

import nets
import several
import torch
import torch.nn.functional as F


def main(path, loader):
    with open(path) as f:
        config = json.load(f)
    net = getattr(nets, config["arch"]["type"])(**config["arch"]["args"])
    other = getattr(several, config["other"])()
    optimizer = getattr(torch.optim, config["optimizer"])([*net.parameters(), *other.parameters()], lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)  # want "applies softmax itself"
        loss = loss + F.cross_entropy(other(x), y)
        loss.backward()
        optimizer.step()
