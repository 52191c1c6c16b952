# The function that does a step counts: its first lap stands for any, as that of a count in the loop itself.
import torch
from torch import nn


def train(loader, held_out):
    model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    steps, every = 0, 1000

    def step(x, y):
        nonlocal steps
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        steps += 1
        if steps % every == 0:
            model.eval()  # want "stays in force"
            with torch.no_grad():
                print(sum(model(x).sum().item() for x in held_out))

    for x, y in loader:
        step(x, y)


class Trainer:
    def __init__(self):
        self.model = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.1))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.steps = 0

    def fit(self, loader, held_out):
        self.model.train()
        for x, y in loader:
            self.step(x, y)
            if self.steps % 500 == 0:
                self.validate(held_out)
                self.model.train()

    def step(self, x, y):
        loss = nn.functional.mse_loss(self.model(x), y)
        loss.backward()
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.steps += 1

    @torch.no_grad()
    def validate(self, held_out):
        self.model.eval()
        print(sum(self.model(x).sum().item() for x in held_out))
