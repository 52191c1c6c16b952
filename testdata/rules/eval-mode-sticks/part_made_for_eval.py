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


def train(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def validate(model, loader):
    model.eval()  # want "model.eval.. stays in force for the rest of the training"
    with torch.no_grad():
        for x, y in loader:
            print(model(x).argmax(1) == y)


def reader(loader, held_out):
    model = Reader()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):
        train(model, loader, optimizer)
        validate(model, held_out)
