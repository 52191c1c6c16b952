# What is written as JSON holds figures, whatever criterion gives; with default=float it may hold tensors.
import json

import torch


def watched(model, loader, criterion, path):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    log = {"losses": []}
    for epoch in range(20):
        for x, y in loader:
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            log["losses"].append(loss)
        with open(path, "w") as f:
            json.dump(log, f)


def converted(model, loader, criterion, path):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    log = {"losses": []}
    for epoch in range(20):
        for x, y in loader:
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            log["losses"].append(loss.detach())  # want "with its autograd graph"
        with open(path, "w") as f:
            json.dump(log, f, default=float)
