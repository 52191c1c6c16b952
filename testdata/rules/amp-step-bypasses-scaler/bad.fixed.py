import torch
from torch.amp import GradScaler


def train(model, loader):
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = model(batch).mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)  # want "optimizer.step\(\) uses gradients that scaler has multiplied"
        scaler.update()


class Trainer:
    def __init__(self, model, use_amp):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.scaler = GradScaler("cuda", enabled=use_amp)

    def step(self, batch):
        self.optimizer.zero_grad()
        loss = self.scaler.scale(self.model(batch).mean())
        loss.backward()
        self.scaler.step(self.optimizer)  # want "self.optimizer.step\(\) uses gradients that self.scaler"
        self.scaler.update()
