import torch
import torch.nn.functional as F
from tools import make_optimizer
from torch import nn


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.Dropout(), nn.Linear(8, 2))

    def forward(self, x):
        return self.layers(x)


def validate(reader, loader):
    reader.eval()  # want "stays in force for the rest of the training"
    with torch.no_grad():
        return sum(reader(x).argmax(1).eq(y).sum().item() for x, y in loader)


# Nothing shows what the optimizer takes: there is but the one, and its loss goes through the reader.
def fit(loader, valid, groups):
    reader = Reader()
    optimizer = make_optimizer(groups, reader)
    for epoch in range(3):
        reader.train()
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(reader(x), y).backward()
            optimizer.step()
        validate(reader, valid)


def count(reader, loader):
    reader.eval()
    with torch.no_grad():
        return sum(reader(x).argmax(1).eq(y).sum().item() for x, y in loader)


# Of two optimizers, the other one may train the reader: what this one does with it is not known.
def fit_both(loader, valid, groups, other):
    reader = Reader()
    optimizer, second = make_optimizer(groups), make_optimizer(other)
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(reader(x), y).backward()
            optimizer.step()
            second.step()
        count(reader, valid)


# A network that is frozen and looked through stays as it is.
def fit_through(loader, valid, groups, head):
    reader = Reader()
    optimizer = make_optimizer(groups)
    for p in reader.parameters():
        p.requires_grad = False
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(reader(head(x)), y).backward()
            optimizer.step()
        count(reader, valid)
