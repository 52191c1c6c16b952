# Two ways through the same step: each has its own backward pass and its own optimizer step.
import torch
from torch.amp import GradScaler


class Trainer:
    def __init__(self, model, loader, steps, accumulate_every=2, lr=1e-4, fp16=False):
        self.model = model
        self.loader = loader
        self.steps = steps
        self.accumulate_every = accumulate_every
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.fp16 = fp16
        self.scaler = GradScaler("cuda") if fp16 else None
        self.step = 0

    def train(self):
        while self.step < self.steps:
            for i in range(self.accumulate_every):
                images = next(self.loader)
                loss = self.model(images)
                if self.fp16:
                    self.scaler.scale(loss).backward()  # want "sum of their losses"
                else:
                    loss.backward()
            if self.fp16:
                self.scaler.step(self.optimizer)
                self.scaler.update()
            else:
                self.optimizer.step()
            self.optimizer.zero_grad()
            self.step += 1
