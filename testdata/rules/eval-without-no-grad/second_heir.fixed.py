from abc import ABC, abstractmethod

import torch
from torch import nn


# What is evaluated is each heir's: the first has no network, the second has.
class Regressor(ABC):
    @abstractmethod
    def predict(self, features): ...

    @torch.no_grad()
    def evaluate(self, loader):
        error, seen = 0, 0
        for features, targets in loader:
            predicted = self.predict(features)  # want "predict runs with gradients on in an evaluation loop"
            error += ((predicted - targets) ** 2).sum().item()
            seen += len(targets)
        return error / seen


class Ridge(Regressor):
    def __init__(self, ridge):
        self.ridge = ridge

    def predict(self, features):
        return torch.from_numpy(self.ridge.predict(features.numpy()))


class Network(Regressor):
    def __init__(self, net: nn.Module):
        self.net = net

    def predict(self, features):
        return self.net(features)
