import torch
from somewhere import progress


class Epoch:
    def __init__(self, model: torch.nn.Module, val_loader, unlabeled_loader, criterion, optimizer, steps):
        self.model = model
        self._val_loader = val_loader
        self._unlabeled_loader = unlabeled_loader
        self.criterion = criterion
        self.optimizer = optimizer
        self.indicator = progress(steps)

    def _run(self):
        total = 0.0
        for i, (x, y) in zip(self.indicator, self._val_loader):
            total += self.criterion(self.model(x), y).item()  # want "runs with gradients on in an evaluation loop"
        return total

    def _train(self):
        for i, (x, y) in zip(self.indicator, self._unlabeled_loader):
            self.optimizer.zero_grad()
            self.criterion(self.model(x), y).backward()
            self.optimizer.step()

    def _look(self, names, sizes):
        for name, size in zip(names, sizes):
            print(name, self.model(torch.randn(size)))
