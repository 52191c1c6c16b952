# The module that steps its optimizer itself steps the schedule, too.
import pytorch_lightning as pl
import torch
from torch.optim.lr_scheduler import StepLR


class Stepped(pl.LightningModule):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.automatic_optimization = False

    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        opt.zero_grad()
        self.manual_backward(self.net(batch).mean())
        opt.step()

    def on_train_epoch_end(self):
        self.lr_schedulers().step()

    def configure_optimizers(self):
        opt = torch.optim.Adam(self.net.parameters(), 1e-3)
        return [opt], [StepLR(opt, 30)]
