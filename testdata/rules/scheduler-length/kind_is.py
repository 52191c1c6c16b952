import torch.nn as nn
import torch.optim as optim


class Experiment(nn.Module):
    def __init__(self, model, num_epochs, data, scheduler=None):
        self.scheduler_type = scheduler
        if scheduler == "plateau":
            pass
        elif scheduler == "step":
            pass
        elif scheduler == "cosine":
            self.scheduler = optim.lr_scheduler.CosineAnnealingLR(self.optimizer, T_max=num_epochs)
        else:
            self.scheduler = WarmupCosine(self.optimizer, max_iter=num_epochs * len(data))
        self.num_epochs = num_epochs
        self.data = data

    def step(self, x, y):
        self.optimizer.step()
        if self.scheduler is not None and self.scheduler_type is "warmup":  # not the schedule that counts epochs
            self.scheduler.step()

    def epoch(self):
        for x, y in self.data:
            self.step(x, y)

    def run(self):
        for epoch in range(self.num_epochs):
            self.epoch()
