import torch
from torch import nn

from data import loader, validate


def by_name():
    model = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    best, lowest = None, float("inf")
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        loss = validate(model)
        if loss < lowest:
            best, lowest = model.state_dict(), loss  # want "what is loaded behind it is their last state"
    model.load_state_dict(best)
    return model


class EarlyStopping:
    def __init__(self, patience=7):
        self.patience, self.count, self.lowest, self.state = patience, 0, float("inf"), None

    def __call__(self, loss, model):
        if loss < self.lowest:
            self.lowest, self.count = loss, 0
            self.state = model.state_dict()  # want "what is saved behind it"
        else:
            self.count += 1
        return self.count >= self.patience


def by_an_object(epochs):
    model = nn.DataParallel(nn.Linear(8, 2))
    optimizer, stop = torch.optim.Adam(model.parameters()), EarlyStopping()
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        if stop(validate(model), model.module):
            break
    torch.save({"model": stop.state, "epochs": epochs}, "best.pt")


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(self.model.parameters())
        self.best = {}

    def epoch(self):
        for x, y in loader:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()

    def fit(self, epochs=10):
        highest = 0.0
        for _ in range(epochs):
            self.epoch()
            accuracy = validate(self.model)
            if accuracy > highest:
                highest = accuracy
                self.best["weights"] = self.model.state_dict()  # want "not this one"
        self.model.load_state_dict(self.best["weights"])


def copied_shallow(model, optimizer):
    best = None
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        if validate(model) > 0.5:
            best = model.state_dict().copy()  # want "gives the parameters themselves"
    model.load_state_dict(best)


by_name()
by_an_object(10)
Trainer(nn.Linear(8, 2)).fit()
net = nn.Linear(8, 2)
copied_shallow(net, torch.optim.SGD(net.parameters(), lr=0.1))
