import torch
from base import Trainer


class ClearingTrainer(Trainer):
    def _train_step(self, batch):
        x, y = batch
        loss = self.criterion(self.model(x), y)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.steps += 1
        self._check()
        self._clear()

    def _clear(self):
        self.optimizer.zero_grad()


class HookTrainer(Trainer):
    def _train_step(self, batch):
        x, y = batch
        self.criterion(self.model(x), y).backward()
        self.optimizer.step()
        self._on_step_end()

    def _on_step_end(self):
        self.model.zero_grad()
