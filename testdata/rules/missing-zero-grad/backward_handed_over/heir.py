# The heir writes the loop anew, is handed the method that steps, and forgets to clear: said where it steps.
from base import BaseTrainer


class Forgets(BaseTrainer):
    def __init__(self, model, loader, optimizer, mixed, criterion):
        super().__init__(model, loader, optimizer, mixed)
        self.criterion = criterion

    def _over_batches(self, backprop):
        self.model.train()
        for x, y in self.loader:
            loss = self.criterion(self.model(x), y)
            backprop(loss)


class Clears(BaseTrainer):
    def __init__(self, model, loader, optimizer, mixed, criterion):
        super().__init__(model, loader, optimizer, mixed)
        self.criterion = criterion

    def _over_batches(self, backprop):
        self.model.train()
        for x, y in self.loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(x), y)
            backprop(loss)


class ClearsBehind(BaseTrainer):
    def _backprop(self, loss):
        super()._backprop(loss)
        self.optimizer.zero_grad()

    def _backprop_mixed(self, loss):
        super()._backprop_mixed(loss)
        self.optimizer.zero_grad()

    def _over_batches(self, backprop):
        for x, y in self.loader:
            backprop((self.model(x) - y).abs().mean())
