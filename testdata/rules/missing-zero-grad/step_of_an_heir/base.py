import torch


class Trainer:
    def __init__(self, loader, model, criterion, optimizer, finish):
        self.loader = loader
        self.model = model
        self.criterion = criterion
        self.optimizer = optimizer
        self.steps = 0
        self.finish = finish

    def run(self):
        while not self.finish(self.steps):
            self._train_epoch()

    def _train_step(self, batch):
        """One step."""
        pass

    def _on_epoch_end(self):
        ...

    def _train_epoch(self):
        for batch in self.loader:
            self._train_step(batch)
            self.done = self.finish(self.steps)
        self._on_epoch_end()

    def _check(self):
        if self.done:
            torch.save(self.model.state_dict(), "last.pt")
