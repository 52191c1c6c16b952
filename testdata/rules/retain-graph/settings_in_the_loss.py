# Numbers that come from settings have no graph; a state that was there before the step may have one.
import torch
from torch import nn

from models import get_model


class Trainer:
    def __init__(self, eta, center):
        self.eta = eta
        self.center = center

    def train(self, loader, net, optimizer):
        for x, y in loader:
            optimizer.zero_grad()
            dist = torch.sum((net(x) - self.center) ** 2, dim=1)
            loss = torch.mean(torch.where(y == 0, dist, self.eta * (dist + 1e-6) ** -1))
            loss.backward(retain_graph=True)  # want "retain_graph=True keeps the saved tensors"
            optimizer.step()


class Continued:
    def __init__(self, hidden_state):
        self.hidden_state = hidden_state

    def train(self, loader, net, optimizer):
        for x, y in loader:
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(net(x) + self.hidden_state, y)
            loss.backward(retain_graph=True)
            optimizer.step()


def train(loader, config):
    model = get_model(config)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    weight = config.get("weight", 1.0)
    for x, y in loader:
        optimizer.zero_grad()
        loss = weight * model.calc_loss(x, y)
        loss.backward(retain_graph=True)  # want "retain_graph=True keeps the saved tensors"
        optimizer.step()


def train_with(loader, outputs):
    model = get_model()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    features = outputs.get("features", 1.0)
    for x, y in loader:
        optimizer.zero_grad()
        loss = (features * model(x)).mean()
        loss.backward(retain_graph=True)
        optimizer.step()


def fit(target):
    points = torch.randn(8, 3, requires_grad=True)
    optimizer = torch.optim.Adam([points], lr=0.1)
    energy = torch.sum(target * target).clamp_min(1e-8)
    for step in range(100):
        optimizer.zero_grad()
        loss = torch.sum((points - target) ** 2) / energy
        loss.backward(retain_graph=True)  # want "retain_graph=True keeps the saved tensors"
        optimizer.step()


def fit_around():
    points = torch.randn(8, 3, requires_grad=True)
    optimizer = torch.optim.Adam([points], lr=0.1)
    energy = torch.sum(points * points).clamp_min(1e-8)
    for step in range(100):
        optimizer.zero_grad()
        loss = torch.sum(points**2) / energy
        loss.backward(retain_graph=True)
        optimizer.step()


def fit_scaled(loader, model, optimizer, encoder):
    encoder.train()
    settings = encoder(next(iter(loader)))
    for x, y in loader:
        optimizer.zero_grad()
        loss = (model(x) * settings.scale).mean()
        loss.backward(retain_graph=True)
        optimizer.step()
