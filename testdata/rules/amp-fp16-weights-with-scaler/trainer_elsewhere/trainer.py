import torch


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.scaler = torch.amp.GradScaler("cuda")

    def step(self, x):
        self.optimizer.zero_grad()
        self.scaler.scale(self.model(x).mean()).backward()
        self.scaler.step(self.optimizer)
        self.scaler.update()
