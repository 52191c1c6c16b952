import torch

import flow


def evaluate(loader):
    net = flow.Net()
    net.load_state_dict(torch.load("net.pt", map_location="cpu"))
    net.eval()
    total = 0.0
    for pair, truth in loader:
        total += (flow.estimate(net, pair) - truth).abs().mean().item()
    return total


print(evaluate(torch.load("pairs.pt")))
