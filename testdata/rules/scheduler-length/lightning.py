# Lightning steps a schedule once an epoch unless it is told otherwise.
import lightning.pytorch as pl
import torch
from torch.optim.lr_scheduler import CosineAnnealingLR, OneCycleLR
from transformers import get_linear_schedule_with_warmup


class ByDefault(pl.LightningModule):
    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        sched = OneCycleLR(  # want "once an epoch, which is the default interval"
            opt, 1e-3, total_steps=self.trainer.estimated_stepping_batches
        )
        return [opt], [sched]


class Said(pl.LightningModule):
    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        steps = int(self.trainer.estimated_stepping_batches)
        sched = get_linear_schedule_with_warmup(opt, 100, steps)
        return {
            "optimizer": opt,
            "lr_scheduler": {"scheduler": sched, "interval": "epoch"},  # want "counts steps of the optimizer"
        }


class EpochsForSteps(pl.LightningModule):
    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        config = {"scheduler": CosineAnnealingLR(opt, T_max=self.trainer.max_epochs)}
        config["interval"] = "step"  # want "counts epochs"
        return [opt], [config]


class EachEpoch(pl.LightningModule):
    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        return [opt], [CosineAnnealingLR(opt, T_max=self.trainer.max_epochs)]


class EachStep(pl.LightningModule):
    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        sched = CosineAnnealingLR(opt, T_max=self.trainer.estimated_stepping_batches)
        return {"optimizer": opt, "lr_scheduler": {"scheduler": sched, "interval": "step", "frequency": 1}}


class StepsOfAnEpoch(pl.LightningModule):
    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        cycle = self.trainer.estimated_stepping_batches // self.trainer.max_epochs
        return [opt], [CosineAnnealingLR(opt, T_max=cycle)]


class OneCycleOfEpochs(pl.LightningModule):
    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        return [opt], [OneCycleLR(opt, 1e-3, epochs=self.trainer.max_epochs, steps_per_epoch=1)]


class OneCycleOfBatches(pl.LightningModule):
    def __init__(self, batches):
        super().__init__()
        self.batches = batches

    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        cycle = OneCycleLR(opt, 1e-3, epochs=9, steps_per_epoch=self.batches)  # want "counts steps of the optimizer"
        return [opt], [{"scheduler": cycle}]


class StepsItself(pl.LightningModule):
    def lr_scheduler_step(self, scheduler, metric):
        scheduler.step()

    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        return [opt], [OneCycleLR(opt, 1e-3, total_steps=self.trainer.estimated_stepping_batches)]


class NowAndThen(pl.LightningModule):
    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        sched = CosineAnnealingLR(opt, T_max=self.trainer.max_epochs)
        return [opt], [{"scheduler": sched, "interval": "step", "frequency": self.trainer.num_training_batches}]


class NoLightning:
    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        return [opt], [OneCycleLR(opt, 1e-3, total_steps=self.trainer.estimated_stepping_batches)]
