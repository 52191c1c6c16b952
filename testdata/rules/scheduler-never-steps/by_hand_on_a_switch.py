# Several optimizers are stepped by hand, and Lightning steps the single one with its schedule.
import pytorch_lightning as pl
import torch
from torch.optim.lr_scheduler import ExponentialLR, StepLR


class OneOrTwo(pl.LightningModule):
    def __init__(self, encoder, head, two):
        super().__init__()
        self.encoder, self.head, self.two = encoder, head, two
        if self.two:
            self.automatic_optimization = False

    def training_step(self, batch, batch_idx):
        loss = self.head(self.encoder(batch)).mean()
        if self.two:
            for opt in self.optimizers():
                opt.zero_grad()
            self.manual_backward(loss)
            for opt in self.optimizers():
                opt.step()
        return loss

    def configure_optimizers(self):
        def single():
            opt = torch.optim.Adam(self.parameters(), 1e-3)
            return [opt], [StepLR(opt, 30)]

        if self.two:
            first = torch.optim.Adam(self.encoder.parameters(), 1e-3)
            return [first, torch.optim.SGD(self.head.parameters(), 1e-2)]
        else:
            return single()


class BothScheduled(pl.LightningModule):
    def __init__(self, encoder, head, two):
        super().__init__()
        self.encoder, self.head, self.two = encoder, head, two
        if self.two:
            self.automatic_optimization = False

    def training_step(self, batch, batch_idx):
        loss = self.head(self.encoder(batch)).mean()
        if self.two:
            for opt in self.optimizers():
                opt.zero_grad()
            self.manual_backward(loss)
            for opt in self.optimizers():
                opt.step()
        return loss

    def configure_optimizers(self):
        if not self.two:
            opt = torch.optim.Adam(self.parameters(), 1e-3)
            return [opt], [StepLR(opt, 30)]
        first = torch.optim.Adam(self.encoder.parameters(), 1e-3)
        second = torch.optim.SGD(self.head.parameters(), 1e-2)
        return [first, second], [ExponentialLR(first, 0.99)]  # want "nothing steps it"
