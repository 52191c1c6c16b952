import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU())
        self.out = nn.Linear(8, 4)

    def forward(self, x):
        return self.out(self.body(x).mean((2, 3)))


class Reader:
    def __init__(self, path):
        self.net = Net()
        self.net.load_state_dict(torch.load(path, weights_only=True))

    def read(self, pictures):
        with torch.no_grad():
            return [self.net(p).argmax(1).item() for p in pictures]
