import lightning as L
import torch
from torch import nn
from torch.nn import functional as F


class Quiet(L.LightningModule):
    """Lightning calls training_step for every batch, and differentiates what it returns."""

    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 2)

    def training_step(self, batch, batch_idx):
        x, y = batch
        return F.cross_entropy(self.net(x), y)

    def validation_step(self, batch, batch_idx):
        torch.cuda.empty_cache()
        x, y = batch
        self.log("loss", F.cross_entropy(self.net(x), y))

    def on_train_epoch_end(self):
        torch.cuda.empty_cache()


class Seldom(Quiet):
    def training_step(self, batch, batch_idx):
        if batch_idx % 1000 == 0:
            torch.cuda.empty_cache()
        x, y = batch
        return F.cross_entropy(self.net(x), y)


class Plain:  # nobody is seen to call it once a batch
    def training_step(self, batch):
        torch.cuda.empty_cache()
        return batch
