import copy
import inspect
import json

import torch
from helper import finish
from torch import nn


def evaluate(model, loader):
    model.eval()  # want "stays in force for the rest of the training"
    right = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum().item()
    print(inspect.signature(model.forward), inspect.getfullargspec(model))
    best = copy.copy(model)
    return right, json.dumps({"size": len(list(best.parameters()))}, default=str)


def train(loader, held_out):
    model = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.1), nn.Linear(8, 3))
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(20):
        for x, y in loader:
            loss = nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        evaluate(model, held_out)


def evaluate_and_finish(model, loader):
    model.eval()
    right = 0
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum().item()
    finish(model)
    return right


def train_finished(loader, held_out):
    model = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.1), nn.Linear(8, 3))
    model.train()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(20):
        for x, y in loader:
            loss = nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        evaluate_and_finish(model, held_out)
