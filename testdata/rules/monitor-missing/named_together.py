import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import ModelCheckpoint
from torch import nn


class Module(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 2)

    def both(self, batch, stage):
        loss = nn.functional.cross_entropy(self.net(batch[0]), batch[1])
        self.log(f"{stage}_loss", loss)
        return loss

    def training_step(self, batch, index):
        return self.both(batch, "train")

    def validation_step(self, batch, index):
        self.both(batch, "val")

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


trainer = pl.Trainer(callbacks=[ModelCheckpoint(monitor="val_loss")])
trainer.fit(Module(), train_loader, val_loader)
