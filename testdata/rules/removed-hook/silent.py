import lightning as L
import pytorch_lightning as pl
import torch
from lightning.pytorch.callbacks import Callback
from torch import nn


class Net(L.LightningModule):
    def training_step(self, batch, batch_idx):
        return self.net(batch).mean()

    def on_validation_epoch_end(self):
        self.log("loss", torch.stack(self.losses).mean())

    def on_train_epoch_end(self):
        self.seen = 0

    def on_before_optimizer_step(self, optimizer, optimizer_idx=None):
        pass

    def lr_scheduler_step(self, scheduler, *args):
        scheduler.step()


# Lightning is not who calls them.
class Trainer:
    def validation_epoch_end(self, outputs):
        return sum(outputs) / len(outputs)

    def on_epoch_end(self):
        self.validation_epoch_end([1.0])


class Plain(nn.Module):
    def training_step_end(self, outputs):
        return outputs.mean()


class Watcher(Callback):
    def on_train_epoch_end(self, trainer, module):
        self.on_batch_start(trainer)

    def on_batch_start(self, trainer):
        self.last = trainer.global_step


if pl.__version__ < "2.0":

    class Old(pl.LightningModule):
        def validation_epoch_end(self, outputs):
            self.log("loss", torch.stack(outputs).mean())
