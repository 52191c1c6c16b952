import torch
from torch import nn
import torchvision


class CenterLoss(nn.Module):
    def __init__(self, classes, width, fixed=False):
        super().__init__()
        self.centers = nn.Parameter(torch.randn(classes, width))
        self.fixed = nn.Parameter(torch.ones(width), requires_grad=False)
        nn.init.xavier_uniform_(self.centers)

    def forward(self, x, y):
        return (self.fixed * x - self.centers[y]).pow(2).sum(1).mean()


class Fourier(nn.Module):
    """Its frequencies stay what they are."""

    def __init__(self, width):
        super().__init__()
        self.frequencies = nn.Parameter(torch.randn(width), requires_grad=False)

    def forward(self, x):
        return torch.sin(x * self.frequencies)


def step(model, others, optimizers, x, y):
    out = model(x)
    loss = nn.functional.cross_entropy(out, y)
    for other in others:
        loss = loss + other(out, y)
    for optimizer in optimizers:
        optimizer.zero_grad()
    loss.backward()
    for optimizer in optimizers:
        optimizer.step()


def with_the_model(loader):
    model = torchvision.models.resnet18(num_classes=128)
    center = CenterLoss(10, 128)
    optimizer = torch.optim.SGD(list(model.parameters()) + list(center.parameters()), lr=0.1)
    for x, y in loader:
        step(model, [center], [optimizer], x, y)


def alone(loader):
    model = torchvision.models.resnet18(num_classes=128)
    center = CenterLoss(10, 128)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    of_center = torch.optim.SGD(center.parameters(), lr=0.5)
    for x, y in loader:
        out = model(x)
        loss = nn.functional.cross_entropy(out, y) + center(out, y)
        optimizer.zero_grad()
        of_center.zero_grad()
        loss.backward()
        optimizer.step()
        of_center.step()


def frozen(loader):
    model = torchvision.models.resnet18(num_classes=128)
    center = CenterLoss(10, 128).requires_grad_(False)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        out = model(x)
        loss = nn.functional.cross_entropy(out, y) + center(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def loaded(loader, path):
    model = torchvision.models.resnet18(num_classes=128)
    center = CenterLoss(10, 128)
    center.load_state_dict(torch.load(path))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = center(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def by_hand(loader):
    model = torchvision.models.resnet18(num_classes=128)
    center = CenterLoss(10, 128)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        out = model(x)
        loss = center(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        center.centers.data.lerp_(out.detach().mean(0), 0.1)


def features(loader):
    model = torchvision.models.resnet18(num_classes=128)
    encode = Fourier(128)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = nn.functional.mse_loss(encode(model(x)), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def out_of_sight(loader, build):
    model = torchvision.models.resnet18(num_classes=128)
    center = CenterLoss(10, 128)
    optimizer = build(model, center)
    for x, y in loader:
        out = model(x)
        loss = nn.functional.cross_entropy(out, y) + center(out, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
