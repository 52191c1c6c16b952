import torch
from torch.nn import functional as F


class Trainer:
    def __init__(self, model, train_loader, val_loader):
        self.model = model
        self.train_loader, self.val_loader = train_loader, val_loader
        self.optimizer = torch.optim.Adam(self.model.parameters())

    def train_epoch(self):
        for x, y in self.train_loader:
            self.optimizer.zero_grad()
            F.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()

    def validate(self):
        right = 0
        with torch.no_grad():
            for x, y in self.val_loader:
                right += (self.model(x).argmax(1) == y).sum().item()
        return right

    def fit(self):
        for epoch in range(10):
            self.train_epoch()
            print(self.validate())
