# A function of another file makes the schedule, or the dictionary with it; a method of the module does.
import lightning.pytorch as pl
import torch
from rates import cosine, with_interval


class Filled(pl.LightningModule):
    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        config = {"interval": "step", "frequency": 1}  # want "counts epochs"
        config["scheduler"] = cosine(opt, self.trainer.max_epochs)
        return [opt], [config]


class Given(pl.LightningModule):
    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        return {"optimizer": opt, "lr_scheduler": with_interval(opt, self.trainer.max_epochs)}


class OfSteps(pl.LightningModule):
    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        config = {"interval": "step", "frequency": 1}
        config["scheduler"] = cosine(opt, self.trainer.estimated_stepping_batches)
        return [opt], [config]


class OfItsOwn(pl.LightningModule):
    def __init__(self, max_epochs):
        super().__init__()
        self.max_epochs = max_epochs

    def schedules(self, opt):
        return [cosine(opt, self.max_epochs)]

    def configure_optimizers(self):
        opt = torch.optim.AdamW(self.parameters(), 1e-3)
        return [opt], self.schedules(opt)
