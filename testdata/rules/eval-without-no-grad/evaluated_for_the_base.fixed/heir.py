# Under no_grad while it trains, and without where it is tested: what the base class calls.
import torch
from base import Trainer


class Segments(Trainer):
    @torch.no_grad()
    def evaluate(self, loaders):
        right = 0
        for loader in loaders:
            for x, y in loader:
                right += (self.model(x).argmax(1) == y).sum().item()  # want "runs with gradients on"
        return right

    def run_epoch(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            torch.nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
