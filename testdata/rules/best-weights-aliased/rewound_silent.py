import copy

import torch
from torch import nn


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def copied(model, loader):
    first = copy.deepcopy(model.state_dict())
    train(model, loader)
    model.load_state_dict(first)


# Moving the network gives its parameters other memory.
def moved(loader):
    model = nn.Linear(4, 2)
    first = model.state_dict()
    model.to("cuda")
    train(model, loader)
    model.load_state_dict(first)


# The mean of all clients is put into it.
def averaged(model, loader, others):
    weights = model.state_dict()
    train(model, loader)
    for key in weights:
        weights[key] = sum(o[key] for o in others) / len(others)
    model.load_state_dict(weights)


# Somebody else may fill it.
def filled(model, loader, fill):
    weights = model.state_dict()
    train(model, loader)
    fill(weights)
    model.load_state_dict(weights)


# Another network takes what there is now.
def to_another(model, target, loader):
    weights = model.state_dict()
    train(model, loader)
    target.load_state_dict(weights)


# Nothing has changed in between.
def back_at_once(model, loader):
    train(model, loader)
    mine = model.state_dict()
    print(len(mine))
    model.load_state_dict(mine)
    train(model, loader)
