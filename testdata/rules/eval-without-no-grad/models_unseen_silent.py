import torch
import torch.nn as nn
from torch.utils.data import DataLoader


# The forward pass turns gradients off itself, or does so for the most of it.
class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.heads = 2

    def forward(self, x, head):
        with torch.no_grad():
            x = self.body(x)
        return [x, head][self.heads > 1]


def extract(test_loader):
    features = Features()
    features.eval()
    for x in test_loader:
        print(features(x, x))


# A base class calls what its children define, without gradients; only where there is something to validate on.
class Trainer:
    def __init__(self, model, loader, val_loader=None):
        self.model, self.loader, self.val_loader = model, loader, val_loader
        self.validates = val_loader is not None

    def run(self, epochs):
        for epoch in range(epochs):
            self.train_epoch()
            if self.validates:
                with torch.no_grad():
                    self.valid_epoch()


class Matching(Trainer):
    def train_epoch(self):
        self.model.train()
        for x, y in self.loader:
            self.optimizer.zero_grad()
            self.criterion(self.model(x), y).backward()
            self.optimizer.step()

    def valid_epoch(self):
        self.model.eval()
        for x, y in self.val_loader:
            print(self.criterion(self.model(x), y))


# A model that comes in eval mode says nothing of the loops that call it.
class Pretrained(nn.Module):
    def __init__(self, path):
        super().__init__()
        self.fc = nn.Linear(4, 2)
        self.load_state_dict(torch.load(path))
        self.eval()

    def forward(self, x):
        return self.fc(x)


def check_ranges(path):
    model = Pretrained(path)
    for low, high in [(0, 1), (-1, 1), (0, 255)]:
        x = torch.zeros(1, 4).uniform_(low, high)
        model(x)
