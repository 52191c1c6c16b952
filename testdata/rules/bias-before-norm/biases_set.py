# Without a bias, what sets it fails.
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 64, 3), nn.BatchNorm2d(64), nn.ReLU())
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.zeros_(m.bias)

    def forward(self, x):
        return self.features(x)


def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
