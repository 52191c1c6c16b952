import argparse

import torch
from torch import nn

from pictures import read, save


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 16, 3), nn.BatchNorm2d(16), nn.ReLU(), nn.Conv2d(16, 1, 1))

    def forward(self, x):
        return self.body(x)


def segment(net, picture):
    with torch.no_grad():
        return torch.sigmoid(net(picture.unsqueeze(0))).squeeze(0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--model")
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("pictures", nargs="+")
    args = parser.parse_args()
    net = Net()
    if not args.cpu:
        net.cuda()
        net.load_state_dict(torch.load(args.model))
    else:
        net.load_state_dict(torch.load(args.model, map_location="cpu"))
    for path in args.pictures:
        mask = segment(net, read(path))  # want "net runs in training mode with the weights that it was given: its batch norm goes by each batch"
        save(path, mask)
