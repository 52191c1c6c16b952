import torch
from torch.utils.data import DataLoader


class BoxEvaluator:
    def __init__(self, model: torch.nn.Module, loader: DataLoader):
        self.model = model
        self.loader = loader

    def run(self):
        correct = 0
        for x, y in self.loader:
            correct += (self.model(x).argmax(1) == y).sum()  # want "runs with gradients on in an evaluation loop"
        return correct


class QuietEvaluator:
    def __init__(self, model: torch.nn.Module, loader: DataLoader):
        self.model = model
        self.loader = loader

    @torch.no_grad()
    def run(self):
        correct = 0
        for x, y in self.loader:
            correct += (self.model(x).argmax(1) == y).sum()
        return correct


class TestTimeTrainer:
    def __init__(self, model: torch.nn.Module, loader: DataLoader, give):
        self.model = model
        self.loader = loader
        self.give = give

    def run(self):
        for x, y in self.loader:
            self.give(self.model(x), y)


class Collector:
    def __init__(self, model: torch.nn.Module, loader: DataLoader):
        self.model = model
        self.loader = loader

    def run(self):
        correct = 0
        for x, y in self.loader:
            correct += (self.model(x).argmax(1) == y).sum()  # want "only the values of what it gives are read"
        return correct
