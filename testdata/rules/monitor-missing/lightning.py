import lightning.pytorch as pl
import torch
from lightning.pytorch.callbacks import EarlyStopping, ModelCheckpoint
from torch import nn


class Module(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 2)

    def training_step(self, batch, index):
        loss = nn.functional.cross_entropy(self.net(batch[0]), batch[1])
        self.log("train_loss", loss, on_step=True, on_epoch=True)
        return loss

    def validation_step(self, batch, index):
        out = self.net(batch[0])
        self.log_dict({"val/loss": nn.functional.cross_entropy(out, batch[1]), "val/acc": (out.argmax(1) == batch[1]).float().mean()})

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())


def main(train_loader, val_loader):
    module = Module()
    trainer = pl.Trainer(
        max_epochs=10,
        callbacks=[
            ModelCheckpoint("out", monitor="val_acc", mode="max"),  # want "ModelCheckpoint names .val_acc., and the module logs none of that name .train_loss, val/loss, val/acc."
            EarlyStopping("val_loss", patience=3),  # want "EarlyStopping names .val_loss."
            ModelCheckpoint("best", monitor="val/acc", mode="max"),
            ModelCheckpoint("train", monitor="train_loss_epoch"),
            ModelCheckpoint("several", monitor="val/loss/dataloader_idx_0"),
            ModelCheckpoint("last", save_last=True),
            ModelCheckpoint("steps", monitor="step", mode="max", save_top_k=3),
        ],
    )
    trainer.fit(module, train_loader, val_loader)
