# A GAN that Lightning leaves its steps to: the other network's turn comes behind the clip.
import lightning as L
import torch
from torch import nn


class Late(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.g, self.d = nn.Linear(8, 64), nn.Linear(64, 1)

    def configure_optimizers(self):
        return torch.optim.Adam(self.g.parameters(), 1e-4), torch.optim.Adam(self.d.parameters(), 1e-4)

    def training_step(self, batch, batch_idx):
        opt_g, opt_d = self.optimizers()
        fake = self.g(torch.randn(len(batch), 8, device=self.device))
        opt_d.zero_grad()
        self.manual_backward(self.d(fake.detach()).mean() - self.d(batch).mean())
        self.clip_gradients(opt_d, gradient_clip_val=1.0)  # want "clipped after opt_d has used them"
        opt_d.step()
        opt_g.zero_grad()
        self.manual_backward(-self.d(fake).mean())
        opt_g.step()


class InTime(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.g, self.d = nn.Linear(8, 64), nn.Linear(64, 1)

    def configure_optimizers(self):
        return torch.optim.Adam(self.g.parameters(), 1e-4), torch.optim.Adam(self.d.parameters(), 1e-4)

    def training_step(self, batch, batch_idx):
        opt_g, opt_d = self.optimizers()
        fake = self.g(torch.randn(len(batch), 8, device=self.device))
        opt_d.zero_grad()
        self.manual_backward(self.d(fake.detach()).mean() - self.d(batch).mean())
        self.clip_gradients(opt_d, gradient_clip_val=1.0)
        opt_d.step()
        opt_g.zero_grad()
        self.manual_backward(-self.d(fake).mean())
        self.clip_gradients(opt_g, gradient_clip_val=1.0)
        opt_g.step()


class BothAtOnce(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.g, self.d = nn.Linear(8, 64), nn.Linear(64, 1)

    def configure_optimizers(self):
        return torch.optim.Adam(self.g.parameters(), 1e-4), torch.optim.Adam(self.d.parameters(), 1e-4)

    def training_step(self, batch, batch_idx):
        opt_g, opt_d = self.optimizers()
        opt_d.zero_grad()
        opt_g.zero_grad()
        self.manual_backward(self.d(self.g(batch)).mean())
        opt_d.step()
        self.clip_gradients(opt_g, gradient_clip_val=1.0)
        opt_g.step()
