import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.parametrizations import spectral_norm


# Something stands between, the norm comes first, the norm is another one, or it is not known.
class Between(nn.Module):
    def __init__(self, width, norm):
        super().__init__()
        self.a = nn.Sequential(nn.Conv2d(3, width, 3), nn.ReLU(), nn.BatchNorm2d(width))
        self.b = nn.Sequential(nn.BatchNorm2d(width), nn.ReLU(), nn.Conv2d(width, width, 3))
        self.c = nn.Sequential(nn.Conv2d(width, width, 3), nn.InstanceNorm2d(width), nn.Conv2d(width, 32, 3), nn.GroupNorm(8, 32))
        self.d = nn.Sequential(nn.Conv2d(32, width, 3), norm(width))
        self.e = nn.Sequential(spectral_norm(nn.Conv2d(width, width, 3)), nn.BatchNorm2d(width))
        self.f = nn.Sequential(nn.Conv2d(width, width, 3), nn.BatchNorm2d(width, affine=False))

    def forward(self, x):
        return self.f(self.e(self.d(self.c(self.b(self.a(x))))))


# What the convolution gives goes elsewhere, too, or through something before the norm.
class Shared(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv, self.other, self.third = nn.Conv2d(3, width, 3), nn.Conv2d(width, width, 3), nn.Conv2d(width, 8, 3)
        self.bn = nn.BatchNorm2d(width)
        self.bn_other = nn.BatchNorm2d(width)
        self.bn_third = nn.BatchNorm2d(8)

    def forward(self, x):
        x = self.conv(x)
        y = self.bn(x)
        z = self.other(y)
        z = F.relu(z)
        z = self.bn_other(z)
        u = self.third(z)
        u = self.bn_third(u) + u
        return u, x


# One convolution with two norms: each of them takes it away, but an heir may run it without.
class TwoNorms(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3)
        self.first, self.second = nn.BatchNorm2d(width), nn.BatchNorm2d(width)

    def forward(self, x, y):
        return self.first(self.conv(x)), self.second(self.conv(y))


# Not run one after the other.
class Apart(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.ModuleList([nn.Conv2d(3, width, 3), nn.BatchNorm2d(width)])
        self.fc, self.bn = nn.Linear(16, 32), nn.BatchNorm1d(10)

    def forward(self, x, words):
        words = self.fc(words)
        words = self.bn(words)
        return self.layers[0](x), words


# A bias that the arguments decide, and one that is read from outside.
class Decided(nn.Module):
    def __init__(self, width, bias):
        super().__init__()
        self.a = nn.Sequential(nn.Conv2d(3, width, 3, bias=bias), nn.BatchNorm2d(width))
        self.conv = nn.Conv2d(width, width, 3)
        self.bn = nn.BatchNorm2d(width)

    def forward(self, x):
        x = self.a(x)
        return self.bn(self.conv(x))


def count(model):
    return model.conv.weight.numel()


def build():
    return torch.compile(Between(8, nn.BatchNorm2d)), Shared(8), TwoNorms(8), Apart(8), Decided(8, False)


def train(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
