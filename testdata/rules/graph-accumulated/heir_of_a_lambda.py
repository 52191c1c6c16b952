# A heir may write what the loop calls as a lambda: it is read like a method.
from torch.nn import functional as F


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def compute_loss(self, x, y):
        return F.cross_entropy(self.model(x), y)

    def train(self, loader):
        total = 0.0
        for x, y in loader:
            loss = self.compute_loss(x, y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            total += loss  # want "keeps loss of every iteration"
        return float(total)


class Regression(Trainer):
    compute_loss = lambda self, x, y: F.mse_loss(self.model(x), y)
