import torch
from base import Trainer


class PlainTrainer(Trainer):
    def _train_step(self, batch):
        x, y = batch
        loss = self.criterion(self.model(x), y)
        loss.backward()  # want "nothing in this loop clears the gradients that self.optimizer steps on"
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.steps += 1
        self._check()
