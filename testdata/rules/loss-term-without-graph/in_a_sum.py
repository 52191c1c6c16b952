import torch


class Trainer:
    """The losses of several tasks are summed as numbers: the sum has no graph at all."""

    def __init__(self, diffusion, model, optimizer, scaler):
        self.diffusion, self.model, self.optimizer, self.scaler = diffusion, model, optimizer, scaler

    def train(self, loader):
        for batch in loader:
            self.optimizer.zero_grad()
            weighted_loss = 0.0
            for task, x in batch.items():
                _, loss = self.diffusion.losses(self.model, x, task)
                weighted_loss += loss.item()  # want "loss.item adds a number to the loss"
            self.scaler.scale(weighted_loss).backward()
            self.scaler.step(self.optimizer)
            self.scaler.update()
