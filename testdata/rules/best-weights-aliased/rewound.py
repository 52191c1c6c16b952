import torch
from torch import nn


def each_round(model, loader, rounds):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    first = model.state_dict()  # want "what is loaded behind it is their last state"
    for _ in range(rounds):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
        model.load_state_dict(first)


class Probe:
    def __init__(self, model, loader):
        self.model, self.loader = model, loader
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def measure(self):
        for _ in range(3):
            before = self.model.state_dict()  # want "gives the parameters themselves"
            for x, y in self.loader:
                self.optimizer.zero_grad()
                nn.functional.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
                self.model.load_state_dict(before)
