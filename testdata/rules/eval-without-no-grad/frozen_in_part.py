# Gradients that are off for one part, or for another network, leave the graph of the rest.
import torch
from torch import nn
from torch.nn import functional as F


class Masked(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.mask = nn.Conv2d(3, 8, 3, bias=False)
        for p in self.mask.parameters():
            p.requires_grad = False

    def forward(self, x):
        return self.conv(x) * self.mask(x)


class Features(nn.Module):  # nothing of it is trained
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU())
        for p in self.layers.parameters():
            p.requires_grad_(False)

    def forward(self, x):
        return self.layers(x)


def train_and_validate(train_loader, val_loader):
    model = Masked()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), y).backward()
            optimizer.step()
        model.eval()
        total = 0.0
        for x, y in val_loader:
            total += F.mse_loss(model(x), y).item()  # want "model runs with gradients on"
        print(total)


def with_a_teacher(teacher, train_loader, val_loader):
    for p in teacher.parameters():
        p.requires_grad = False
    model = Masked()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        model.train()
        for x, _ in train_loader:
            optimizer.zero_grad()
            F.mse_loss(model(x), teacher(x)).backward()
            optimizer.step()
        model.eval()
        total = 0.0
        for x, _ in val_loader:
            student = model(x)  # want "model runs with gradients on"
            total += student.mean().item()
        print(total)


def frozen_for_good(train_loader, val_loader):
    model = Masked()
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in train_loader:
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
    for p in model.parameters():
        p.requires_grad = False
    model.eval()
    for x, y in val_loader:
        print(F.mse_loss(model(x), y).item())


def only_features(val_loader):
    features = Features()
    features.eval()
    for x, _ in val_loader:
        print(features(x).mean().item())


# An attribute of the module is none of its parameters': they require gradients as before.
def attribute_of_the_module(val_loader):
    model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU())
    model.requires_grad = False  # also requires-grad-typo
    model.eval()
    for x, y in val_loader:
        print(F.mse_loss(model(x), y).item())  # want "model runs with gradients on"


class Average:
    def __init__(self, model):
        self.kept = {name: p.detach().clone() for name, p in model.named_parameters()}

    def get(self, name):
        return self.kept[name]


def test(model, average, dev_iter):  # which parameters are trained is asked, and not changed
    model.eval()
    before = {}
    for name, p in model.named_parameters():
        if p.requires_grad:
            before[name] = p.data.clone()
            p.data.copy_(average.get(name))
    total = 0.0
    for x, y in dev_iter:
        total += F.cross_entropy(model(x), y).item()  # want "model runs with gradients on"
    for name, p in model.named_parameters():
        if p.requires_grad:
            p.data.copy_(before[name])
    return total


def evaluate(model, dev_iter):  # it asks for them
    model.eval()
    total = 0.0
    for x, y in dev_iter:
        x.requires_grad = True
        total += F.cross_entropy(model(x), y).item()
    return total
