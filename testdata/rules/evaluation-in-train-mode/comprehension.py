import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 8), nn.BatchNorm1d(8), nn.ReLU())
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.body(x))


@torch.no_grad()
def validate(model, loader):
    return sum(F.cross_entropy(model(x), y).item() for x, y in loader) / len(loader)  # want "model is evaluated in training mode"


@torch.no_grad()
def validate_quietly(model, loader):
    model.eval()
    return sum(F.cross_entropy(model(x), y).item() for x, y in loader) / len(loader)


def recalibrate(model, loader):
    """The statistics of batch norm go over the data that is trained on once more."""
    with torch.no_grad():
        return [model(x).mean().item() for x, _ in loader]


def train(train_set, val_set, measure):
    train_loader, val_loader = DataLoader(train_set, batch_size=8, shuffle=True), DataLoader(val_set, batch_size=8)
    model = Net()
    optimizer = torch.optim.AdamW(model.parameters())
    for _ in range(10):
        model.train()
        for x, y in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        recalibrate(model, train_loader)
        print(measure(model, val_loader))


def first(train_set, val_set):
    train(train_set, val_set, validate)


def second(train_set, val_set):
    train(train_set, val_set, validate_quietly)
