import sys

import torch
from torch import nn

from pictures import read, save


def network():
    return nn.Sequential(nn.Conv2d(3, 16, 3), nn.BatchNorm2d(16), nn.ReLU(), nn.Conv2d(16, 1, 1))


if __name__ == "__main__":
    net = network()
    if len(sys.argv) > 2:
        net.load_state_dict(torch.load(sys.argv[2]))
        net.eval()
    else:
        net.load_state_dict(torch.load("net.pt"))
        net.eval()
    for path in sys.argv[3:]:
        with torch.no_grad():
            save(path, net(read(path)))
