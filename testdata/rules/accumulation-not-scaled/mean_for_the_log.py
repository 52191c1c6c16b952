# What is divided is the number that the log shows, and no gradient.
import torch.nn.functional as F


class Run:
    def __init__(self, model, batches, optimizer, micro_steps):
        self.model = model
        self.batches = iter(batches)
        self.optimizer = optimizer
        self.micro_steps = micro_steps

    def step(self):
        self.optimizer.zero_grad()
        total = 0.0
        for micro in range(self.micro_steps):
            x, y = next(self.batches)
            loss = F.mse_loss(self.model(x), y)
            loss.backward()  # want "self.micro_steps micro-batches"
            total += loss.item()
        self.optimizer.step()
        return total / self.micro_steps

    def loop(self, steps):
        for step in range(steps):
            print(step, self.step())


class Scaled:
    def __init__(self, model, batches, optimizer, micro_steps):
        self.model = model
        self.batches = iter(batches)
        self.optimizer = optimizer
        self.micro_steps = micro_steps

    def step(self):
        self.optimizer.zero_grad()
        share = 1.0
        share = share / self.micro_steps
        total = 0.0
        for micro in range(self.micro_steps):
            x, y = next(self.batches)
            loss = F.mse_loss(self.model(x), y) * share
            loss.backward()
            total += loss.item()
        self.optimizer.step()
        return total

    def loop(self, steps):
        for step in range(steps):
            print(step, self.step())
