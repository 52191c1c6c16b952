import torch
from torch import nn


def loss_of(kind):
    if kind == "mse":
        return nn.MSELoss
    elif kind == "bce":
        return nn.BCELoss
    raise NotImplementedError(kind)


class Upscaler:
    def __init__(self, options):
        self.net = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.ReLU(), nn.Conv2d(16, 3, 3, padding=1))
        self.criterion = loss_of(options.kind)()
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def fit(self, loader):
        for small, large in loader:
            self.optimizer.zero_grad()
            self.criterion(self.net(small), large).backward()
            self.optimizer.step()


class Mask:
    def __init__(self):
        self.net = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.ReLU(), nn.Conv2d(16, 1, 3, padding=1))
        self.criterion = loss_of("bce")()
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def fit(self, loader):
        for image, mask in loader:
            self.optimizer.zero_grad()
            self.criterion(self.net(image), mask).backward()  # want "BCELoss wants probabilities and is given logits"
            self.optimizer.step()
