import torch
from torch import nn


def pretrained():
    net = nn.Sequential(nn.Linear(8, 8), nn.Dropout())
    net.load_state_dict(torch.load("net.pt"))
    return net.eval()


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = pretrained()
        self.head = nn.Sequential(nn.Dropout(), nn.Linear(8, 2))

    def forward(self, x):
        return self.head(self.encoder(x))


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = pretrained()
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.encoder(x))


def train(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def validate(model, loader):
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            print(model(x).argmax(1) == y)


def plain(loader, held_out):  # what is put into evaluation mode is there already, or has none
    model = Plain()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        train(model, loader, optimizer)
        validate(model, held_out)


def frozen_by_the_program(loader, held_out):
    model = Reader()
    model.encoder.eval()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        train(model, loader, optimizer)
        validate(model, held_out)
