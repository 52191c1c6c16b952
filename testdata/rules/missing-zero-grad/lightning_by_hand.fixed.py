import lightning as L
import torch
from mixins import Clearing
from torch import nn


class ByHand(L.LightningModule):
    """Lightning steps nothing here, and clears nothing."""

    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 1)
        self.automatic_optimization = False

    def training_step(self, batch, batch_idx):
        optimizer = self.optimizers()
        loss = self.net(batch).mean()
        optimizer.zero_grad()
        self.manual_backward(loss)  # want "nothing in this step clears the gradients that optimizer steps on"
        optimizer.step()
        self.lr_schedulers().step()

    def configure_optimizers(self):
        optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-3)
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": torch.optim.lr_scheduler.StepLR(optimizer, 10), "interval": "epoch"}}


class Cleared(ByHand):
    def training_step(self, batch, batch_idx):
        optimizer = self.optimizers()
        optimizer.zero_grad()
        loss = self.net(batch).mean()
        self.manual_backward(loss)
        optimizer.step()


class ClearedBehind(ByHand):
    def on_train_batch_end(self, *args):
        self.optimizers().zero_grad()


class ClearedOutOfSight(Clearing, ByHand):
    def training_step(self, batch, batch_idx):
        optimizer = self.optimizers()
        self.manual_backward(self.net(batch).mean())
        optimizer.step()


class Automatic(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 1)

    def training_step(self, batch, batch_idx):
        return self.net(batch).mean()

    def configure_optimizers(self):
        return torch.optim.Adam(self.net.parameters(), lr=1e-3)
