import lightning
import torch
from torch.optim.lr_scheduler import ReduceLROnPlateau


class Nested(lightning.LightningModule):
    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters())
        return {
            "optimizer": optimizer,
            "lr_scheduler": {"scheduler": ReduceLROnPlateau(optimizer, factor=0.5), "monitor": "val/accuracy", "interval": "epoch"},  # want "val/accuracy gets better as it gets larger"
        }


class Largest(lightning.LightningModule):
    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters())
        scheduler = ReduceLROnPlateau(optimizer, mode="max")
        return {"optimizer": optimizer, "lr_scheduler": scheduler, "monitor": "val_acc"}


class Loss(lightning.LightningModule):
    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters())
        return [optimizer], [{"scheduler": ReduceLROnPlateau(optimizer), "monitor": "val_loss"}]


class OfWhoKnows(lightning.LightningModule):
    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters())
        return [optimizer], [{"scheduler": ReduceLROnPlateau(optimizer, self.mode), "monitor": "val_acc"}]


class Steps(lightning.LightningModule):
    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters())
        return {"optimizer": optimizer, "lr_scheduler": {"scheduler": torch.optim.lr_scheduler.StepLR(optimizer, 10), "monitor": "val_acc"}}


def settings(optimizer):
    return {"scheduler": ReduceLROnPlateau(optimizer), "monitor": "val_acc"}  # nobody says that Lightning is given it
