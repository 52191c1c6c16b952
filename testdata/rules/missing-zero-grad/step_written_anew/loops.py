import torch


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def train_for(self, steps):
        losses = []
        for _ in range(steps):
            losses.append(self.train_step())
        return losses

    def train_step(self):
        x, y = self.draw()
        loss = torch.nn.functional.mse_loss(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


class ClearingTrainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def train_for(self, steps):
        for _ in range(steps):
            self.optimizer.zero_grad()
            self.train_step()

    def train_step(self):
        torch.nn.functional.mse_loss(*self.draw()).backward()
        self.optimizer.step()
