import numpy as np
import torch
from torch import nn


class Mean:
    def __init__(self):
        self.total = np.zeros(1)
        self.count = np.zeros(1)

    def add(self, value):
        self.count += 1
        self.total += value


def meter(model, optimizer, loader, criterion):
    mean = Mean()
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        mean.add(loss)
        loss.backward()
        optimizer.step()
    return mean


def local(model, optimizer, loader, criterion):
    total = np.zeros(1, dtype=np.float32)
    each = np.zeros(10)
    again = np.array([0.0])
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        total += loss
        each[i] += loss
        again = again + loss
        loss.backward()
        optimizer.step()
    return total, each, again


def number(model, optimizer, loader, criterion):
    total = np.float64(0)
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        total += loss  # want "keeps loss of every iteration"
        loss.backward()
        optimizer.step()
    return total
