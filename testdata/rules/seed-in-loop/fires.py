import torch
from torch import nn


class Trainer:
    def __init__(self, args, loader):
        self.args, self.loader = args, loader
        self.model = nn.Sequential(nn.Linear(8, 32), nn.Dropout(0.5), nn.Linear(32, 8))
        self.optimizer = torch.optim.Adam(self.model.parameters())

    def step(self, x):
        torch.manual_seed(self.args.seed)  # want "each step sets the same seed"
        self.optimizer.zero_grad()
        nn.functional.mse_loss(self.model(x + torch.randn_like(x)), x).backward()
        self.optimizer.step()

    def fit(self):
        for x, _ in self.loader:
            self.step(x)


def epochs(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        torch.manual_seed(42)  # want "each epoch sets the same seed"
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


class Shuffled:
    def __init__(self, samples, seed):
        self.samples, self.seed = samples, seed

    def __iter__(self):
        torch.manual_seed(self.seed)  # want "each epoch sets the same seed"
        for i in torch.randperm(len(self.samples)).tolist():
            yield self.samples[i]


def reshuffled(model, samples, seed):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = Shuffled(samples, seed)
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
