import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import EarlyStopping, ModelCheckpoint
from torch import nn


class Module(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 2)

    def training_step(self, batch, index):
        loss = nn.functional.cross_entropy(self.net(batch[0]), batch[1])
        self.log("loss", loss)
        return loss

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


kept = ModelCheckpoint(monitor="val_loss")  # want "no checkpoint is kept by it"
stops = EarlyStopping("val_acc", mode="max")  # want "the callback raises at the end of the first epoch"
lenient = EarlyStopping("val_acc", mode="max", strict=False)
trainer = pl.Trainer(callbacks=[kept, stops, lenient])
trainer.fit(Module(), train_loader)
