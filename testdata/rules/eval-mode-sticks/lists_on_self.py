# Neither train() nor eval() reaches what stands in a plain list: a network that keeps its losses in one, and has no
# layer that asks for the mode, is the same in both.
import torch
from torch import nn


class Plain(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = nn.Conv1d(1, width, 1)
        self.last = nn.Linear(width, 1)
        self.losses, self.held_out = [], {}

    def forward(self, x):
        return self.last(torch.relu(self.first(x)).mean(-1))

    def fit(self, batches, held_out):
        optimizer = torch.optim.AdamW(self.parameters(), lr=1e-3)
        for epoch in range(10):
            for x, y in batches:
                optimizer.zero_grad()
                loss = nn.functional.mse_loss(self(x), y)
                loss.backward()
                optimizer.step()
                self.losses.append(loss.item())
            self.held_out[epoch] = self.check(held_out)

    def check(self, held_out):
        self.eval()
        with torch.no_grad():
            return sum(nn.functional.mse_loss(self(x), y).item() for x, y in held_out)


class Dropping(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = nn.Conv1d(1, width, 1)
        self.last = nn.Linear(width, 1)
        self.drop = nn.Dropout(0.5)
        self.losses, self.held_out = [], {}

    def forward(self, x):
        return self.last(torch.relu(self.first(self.drop(x))).mean(-1))

    def fit(self, batches, held_out):
        optimizer = torch.optim.AdamW(self.parameters(), lr=1e-3)
        for epoch in range(10):
            for x, y in batches:
                optimizer.zero_grad()
                loss = nn.functional.mse_loss(self(x), y)
                loss.backward()
                optimizer.step()
                self.losses.append(loss.item())
            self.held_out[epoch] = self.check(held_out)

    def check(self, held_out):
        self.eval()  # want "stays in force"
        with torch.no_grad():
            return sum(nn.functional.mse_loss(self(x), y).item() for x, y in held_out)
