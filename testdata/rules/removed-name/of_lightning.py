from argparse import ArgumentParser

import pytorch_lightning as pl
import torch
from pytorch_lightning import Trainer
from pytorch_lightning.callbacks import GPUStatsMonitor, ModelCheckpoint  # want "callbacks.GPUStatsMonitor is gone since pytorch-lightning 1.7: importing it raises ImportError; use pytorch_lightning.callbacks.DeviceStatsMonitor"
from pytorch_lightning.core.lightning import LightningModule  # want "pytorch_lightning.core.lightning is gone since pytorch-lightning 2.0"
from pytorch_lightning.loggers import LightningLoggerBase, WandbLogger  # want "loggers.LightningLoggerBase is gone since"
from pytorch_lightning.metrics.functional import accuracy  # want "pytorch_lightning.metrics is gone since pytorch-lightning 1.5: importing it raises ImportError; use torchmetrics, a package of its own"
from pytorch_lightning.utilities import rank_zero_only
from pytorch_lightning.utilities.distributed import rank_zero_info  # want "utilities.distributed is gone since pytorch-lightning 2.0: importing it raises ImportError; use pytorch_lightning.utilities.rank_zero.rank_zero_info"
from pytorch_lightning.utilities.rank_zero import rank_zero_warn

try:
    from pytorch_lightning.utilities.cloud_io import load
except ImportError:
    from lightning_fabric.utilities.cloud_io import _load as load


class Net(LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(8, 2)

    def training_step(self, batch, index):
        x, y = batch
        out = self.layer(x)
        self.log("acc", accuracy(out.argmax(1), y))
        return torch.nn.functional.cross_entropy(out, y)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-3)


@rank_zero_only
def say(text, logger: LightningLoggerBase = None):
    rank_zero_info(text)
    rank_zero_warn(text)
    return load, logger


parser = ArgumentParser()
parser = pl.Trainer.add_argparse_args(parser)  # want "Trainer.add_argparse_args is gone since pytorch-lightning 2.0: asking for it raises AttributeError"
args = parser.parse_args()
trainer = Trainer.from_argparse_args(args, callbacks=[GPUStatsMonitor(), ModelCheckpoint()], logger=WandbLogger())  # want "give Trainer its arguments by name"
pl.seed_everything(1)
other = Trainer(max_epochs=3)
other.fit(Net.load_from_checkpoint("last.ckpt"))
