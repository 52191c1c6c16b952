from dataclasses import dataclass, field

import torch
from torch.nn import functional as F


@dataclass
class Keeper:
    best: float = float("inf")
    weights: dict = field(default_factory=dict)

    def offer(self, loss, model):
        if loss < self.best:
            self.best = loss
            self.weights = {k: v.detach() for k, v in model.state_dict().items()}  # want "gives the parameters themselves"


@dataclass
class Copying:
    best: float = float("inf")
    weights: dict = field(default_factory=dict)

    def offer(self, loss, model):
        if loss < self.best:
            self.best = loss
            self.weights = {k: v.detach().clone() for k, v in model.state_dict().items()}


def train(loader, validate, keeper):
    model = torch.nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        keeper.offer(validate(model), model)
    model.load_state_dict(keeper.weights)
    return model


train(batches, validate, Keeper())
train(batches, validate, Copying())
