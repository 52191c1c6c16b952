import copy

import torch
from torch import nn


def fit(model, optimizer, train_loader, valid):
    best_model, lowest = None, float("inf")
    for epoch in range(10):
        for x, y in train_loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        loss = valid(model)
        if loss < lowest:
            lowest = loss
            best_model = model  # want "best_model is the model that is trained, and no copy"
    return best_model


class Trainer:
    def __init__(self):
        self.net = nn.Linear(8, 2)
        self.best_net = None
        self.lowest = float("inf")
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def train(self, batches):
        for epoch in range(10):
            for x, y in batches:
                self.optimizer.zero_grad()
                nn.functional.cross_entropy(self.net(x), y).backward()
                self.optimizer.step()
            self.keep(validate(self.net))

    def keep(self, loss):
        if loss < self.lowest:
            self.lowest = loss
            self.best_net = self.net  # want "self.best_net is the model that is trained"

    def test(self, x):
        return self.best_net(x)


trainer = Trainer()
trainer.train(loader)


def copied(model, optimizer, batches, valid):
    best_model, lowest = None, float("inf")
    for epoch in range(10):
        for x, y in batches:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        loss = valid(model)
        if loss < lowest:
            lowest = loss
            best_model = copy.deepcopy(model)
    return best_model


def best_of_several(widths, batches, valid):
    best_model, lowest = None, float("inf")
    for width in widths:
        model = nn.Sequential(nn.Linear(8, width), nn.Linear(width, 2))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for x, y in batches:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        loss = valid(model)
        if loss < lowest:
            lowest = loss
            best_model = model
    return best_model


def best_of_folds(models, optimizers, batches, valid):
    best_model, lowest = None, float("inf")
    for model, optimizer in zip(models, optimizers):
        for x, y in batches:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        loss = valid(model)
        if loss < lowest:
            lowest = loss
            best_model = model
    return best_model


def when_it_ends(model, optimizer, batches):
    for epoch in range(10):
        for x, y in batches:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
    best_model = model
    return best_model


def one_epoch(model, optimizer, batches):
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    return model, 0.0


def given_back(net, optimizer, batches, valid):
    best_net, lowest = net, float("inf")
    for epoch in range(10):
        net, mean = one_epoch(net, optimizer, batches)
        loss = valid(net)
        if loss < lowest:
            lowest = loss
            best_net = net  # want "best_net is the model that is trained"
    return best_net


# No word says that it is the best: it is kept where the score is.
def winner_of(net, optimizer, batches, valid):
    winner, lowest = None, float("inf")
    for epoch in range(10):
        net, mean = one_epoch(net, optimizer, batches)
        loss = valid(net)
        if loss < lowest:
            lowest = loss
            winner = net  # want "winner is the model that is trained"
    return winner


def frozen_later(net, optimizer, batches, valid):
    teacher, limit = None, 3
    for epoch in range(10):
        net, mean = one_epoch(net, optimizer, batches)
        if epoch > limit:
            limit = 5
            teacher = net
    return teacher
