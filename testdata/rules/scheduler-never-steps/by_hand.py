# Lightning leaves the schedules of a module that steps its optimizers itself to it.
import pytorch_lightning as pl
import torch
from torch.optim.lr_scheduler import StepLR


class ByHand(pl.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.automatic_optimization = False

    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        opt.zero_grad()
        self.manual_backward(self.net(batch).mean())
        opt.step()

    def configure_optimizers(self):
        opt = torch.optim.Adam(self.net.parameters(), 1e-3)
        sched = StepLR(opt, 30)  # want "nothing steps it"
        return {"optimizer": opt, "lr_scheduler": {"scheduler": sched, "interval": "epoch"}}


class ByLightning(pl.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.automatic_optimization = True

    def training_step(self, batch, batch_idx):
        return self.net(batch).mean()

    def configure_optimizers(self):
        opt = torch.optim.Adam(self.net.parameters(), 1e-3)
        return [opt], [StepLR(opt, 30)]
