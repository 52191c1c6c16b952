import torch
import torch.nn.functional as F


# One epoch for both modes, which the mode's own name sets.
class Runner:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer

    def fit(self, loader, other, epochs):
        for epoch in range(epochs):
            self.epoch(loader, "train")
            print(epoch, self.epoch(other, "eval"))

    def epoch(self, loader, mode):
        set_mode = getattr(self.model, mode)
        set_mode()
        losses = []
        for batch in loader:
            losses.append(self.step(batch, mode))  # want "step runs with gradients on"
        return sum(losses) / len(losses)

    def step(self, batch, mode):
        if mode == "train":
            self.optimizer.zero_grad()
        loss = F.mse_loss(self.model(batch), batch)
        if mode == "train":
            loss.backward()
            self.optimizer.step()
        return loss.item()


class Quiet(Runner):
    def epoch(self, loader, mode):
        getattr(self.model, mode)()
        with torch.set_grad_enabled(mode == "train"):
            losses = [self.step(batch, mode) for batch in loader]
        return sum(losses) / len(losses)
