import lightning.pytorch as pl
import torch
from torch import nn
from torch.nn.functional import cross_entropy


# A look-alike: the heir of probabilities has a step of its own, with the loss that they want.
class Base(pl.LightningModule):
    def training_step(self, batch, batch_idx):
        x, y = batch
        return cross_entropy(self(x), y)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


class Probabilities(Base):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(16, 4)

    def forward(self, x):
        return self.linear(x).softmax(dim=1)

    def training_step(self, batch, batch_idx):
        x, y = batch
        return nn.functional.nll_loss(self(x).log(), y)


class Logits(Base):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(16, 4)

    def forward(self, x):
        return self.linear(x)
