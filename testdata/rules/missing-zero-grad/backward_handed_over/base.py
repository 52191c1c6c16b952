import torch


class BaseTrainer:
    def __init__(self, model, loader, optimizer, mixed):
        self.model, self.loader, self.optimizer, self.mixed = model, loader, optimizer, mixed
        self.scaler = torch.amp.GradScaler("cuda")

    def fit(self, epochs):
        train_epoch = self._train_epoch_mixed if self.mixed else self._train_epoch
        for _ in range(epochs):
            train_epoch()

    def _backprop(self, loss):
        loss.backward()  # want "nothing in this loop clears"
        self.optimizer.step()

    def _backprop_mixed(self, loss):
        self.scaler.scale(loss).backward()  # want "nothing in this loop clears"
        self.scaler.step(self.optimizer)
        self.scaler.update()

    def _train_epoch(self):
        return self._over_batches(self._backprop)

    def _train_epoch_mixed(self):
        return self._over_batches(self._backprop_mixed)

    def _over_batches(self, backprop):
        self.model.train()
        for x, y in self.loader:
            self.optimizer.zero_grad()
            loss = torch.nn.functional.mse_loss(self.model(x), y)
            backprop(loss)
