import torch
from torch import nn


def weights_init(m):
    if isinstance(m, nn.Linear):
        nn.init.xavier_uniform_(m.weight)


def reset(m):
    if hasattr(m, "reset_parameters"):
        m.reset_parameters()


def train(loader, epochs):
    model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        model.apply(weights_init)  # want "every epoch draws the weights anew"
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


class Trainer:
    def __init__(self, loader):
        self.model = nn.Linear(8, 2)
        self.optimizer = torch.optim.Adam(self.model.parameters())
        self.loader = loader

    def train_epoch(self):
        self.model.apply(reset)  # want "every epoch"
        for x, y in self.loader:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()

    def fit(self, epochs):
        for epoch in range(epochs):
            self.train_epoch()


def drawn_in_place(m):
    if type(m) is nn.Linear:
        m.weight.data.normal_(0, 0.02)


def in_place(loader, epochs):
    model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        model.apply(drawn_in_place)  # want "every epoch draws the weights anew"
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
