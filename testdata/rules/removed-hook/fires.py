import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import Callback


class Base(pl.LightningModule):
    def __init__(self, net, critic):
        super().__init__()
        self.net, self.critic = net, critic

    def validation_epoch_end(self, outputs):  # want "fit\(\) raises NotImplementedError; write on_validation_epoch_end"
        self.log("loss", torch.stack(outputs).mean())

    @torch.no_grad()
    def test_epoch_end(self, outputs):  # want "test\(\) raises NotImplementedError"
        self.log("loss", torch.stack(outputs).mean())


class Gan(Base):
    def training_step(self, batch, batch_idx, optimizer_idx):  # want "training_step wants optimizer_idx, which Lightning has not given it since 2.0"
        return self.net(batch).mean() if optimizer_idx == 0 else self.critic(batch).mean()

    def training_step_end(self, outputs):  # want "Lightning has not called training_step_end since 2.0"
        return outputs.mean()

    def optimizer_step(self, epoch, batch_idx, optimizer, optimizer_idx, optimizer_closure, on_tpu=False, **rest):  # want "optimizer_step wants optimizer_idx"
        optimizer.step(closure=optimizer_closure)

    def on_epoch_end(self):  # want "Lightning has not called on_epoch_end since 1.8: what it does never happens"
        self.seen = 0


class Stopper(Callback):
    def on_epoch_end(self, trainer, module):  # want "Lightning has not called on_epoch_end"
        trainer.should_stop = True

    def on_batch_end(self, trainer, module):  # want "Lightning has not called on_batch_end"
        pass

    def on_before_optimizer_step(self, trainer, module, optimizer, optimizer_idx):  # want "on_before_optimizer_step wants optimizer_idx"
        pass
