from collections import deque

import pytorch_lightning as pl
import torch
import torch.nn.functional as F
from torch import nn


class Classifier(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 4)
        self.metrics = {"train": [], "val": []}
        self.losses, self.outputs, self.total = [], [], 0
        self.recent = deque(maxlen=10)

    def forward(self, x):
        return self.net(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        logits = self(x)
        loss = F.cross_entropy(logits, y)
        self.metrics["train"].append(loss.detach())  # want "keeps loss of every call"
        self.losses.append(loss.detach())
        self.outputs.append({"logits": logits, "y": y})  # want "self.outputs keeps the value of every call"
        self.total += loss.detach()  # want "keeps loss of every call"
        self.recent.append(loss)
        return {"loss": loss, "n": len(y)}

    def validation_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self(x), y)
        self.metrics["val"].append(loss)
        return loss

    def on_train_epoch_end(self):
        self.log("mean", torch.stack(self.metrics["train"]).mean())
        self.metrics["train"].clear()


class ReturnsNothing(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 4)
        self.losses, self.counts = [], []

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self.net(x), y)
        self.counts.append(len(y))
        self.losses.append(loss.detach())  # want "nothing differentiates it"


class ByHand(pl.LightningModule):
    """Collects the losses of a few batches, and differentiates their sum itself."""

    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Linear(3, 4)
        self.losses = []

    def training_step(self, batch, batch_idx):
        x, y = batch
        self.losses.append(F.cross_entropy(self.net(x), y))
        if len(self.losses) == 4:
            self.manual_backward(sum(self.losses))
            self.losses = []


class Penalised(pl.LightningModule):
    """What it sums in a step is part of the loss that it returns."""

    def __init__(self):
        super().__init__()
        self.net = nn.ModuleList(nn.Linear(3, 3) for _ in range(4))

    def training_step(self, batch, batch_idx):
        x, y = batch
        penalty, parts = 0, []
        for layer in self.net:
            x = layer(x)
            penalty = penalty + torch.autograd.grad(x.sum(), layer.weight, create_graph=True)[0].pow(2).sum()
            parts.append(x.pow(2).mean())
        return F.cross_entropy(x, y) + 0.1 * penalty + torch.stack(parts).sum()


class Plain(nn.Module):
    """Nobody says who calls it, and under what."""

    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 4)
        self.losses = []

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.cross_entropy(self.net(x), y)
        self.losses.append(loss)
        return loss
