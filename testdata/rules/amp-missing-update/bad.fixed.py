import torch
from torch.amp import GradScaler


def train(model, loader, optimizer):
    scaler = GradScaler("cuda")
    for epoch in range(3):
        for batch in loader:
            optimizer.zero_grad()
            scaler.scale(model(batch).mean()).backward()
            scaler.step(optimizer)  # want "scaler.update\(\) is missing in this loop"
            scaler.update()


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.scaler = GradScaler("cuda")

    def fit(self, loader):
        for batch in loader:
            self.step(batch)

    def step(self, batch):
        self.optimizer.zero_grad()
        self.scaler.scale(self.model(batch).mean()).backward()
        self.scaler.unscale_(self.optimizer)
        self.scaler.step(self.optimizer)  # want "self.scaler.update\(\) is missing"
        self.scaler.update()
