# The figure is told through a function.
import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import EarlyStopping, ModelCheckpoint


def callbacks(figure="val/auroc"):
    return [
        ModelCheckpoint("out", monitor=figure, mode="max"),
        EarlyStopping(figure, patience=5, mode="max"),  # want "val/auroc gets better as it gets larger"
    ]


def for_figure(figure):
    return EarlyStopping(monitor=figure, patience=5)


def kept(figure):
    return ModelCheckpoint(monitor=figure, mode="min")  # want "val_loss gets better as it gets smaller"


def unknown(figure):
    return EarlyStopping(figure, mode="max")


class Net(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(8, 2)

    def training_step(self, batch, number):
        x, y = batch
        return torch.nn.functional.cross_entropy(self.net(x), y)

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


watching = callbacks() + [for_figure("val_loss"), for_figure("val_acc"), kept("val_loss")]
pl.Trainer(max_epochs=3, callbacks=watching).fit(Net(), torch.utils.data.DataLoader([(torch.zeros(8), 0)] * 64, batch_size=8))
