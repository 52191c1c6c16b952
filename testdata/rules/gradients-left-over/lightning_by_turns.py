import lightning as L
import torch
from torch import nn


class GAN(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.generator = nn.Linear(3, 3)
        self.discriminator = nn.Linear(3, 1)
        self.automatic_optimization = False

    def configure_optimizers(self):
        return [torch.optim.Adam(self.generator.parameters()), torch.optim.Adam(self.discriminator.parameters())], []

    def training_step(self, batch, batch_idx):
        generators, discriminators = self.optimizers()
        fake = self.generator(torch.randn_like(batch))
        loss = self.discriminator(fake.detach()).mean() - self.discriminator(batch).mean()
        self.manual_backward(loss)  # want "also steps on gradients that the backward pass for generators left behind"
        discriminators.step()
        discriminators.zero_grad()
        self.manual_backward(-self.discriminator(fake).mean())
        generators.step()
        generators.zero_grad()


class Cleared(GAN):
    def training_step(self, batch, batch_idx):
        generators, discriminators = self.optimizers()
        fake = self.generator(torch.randn_like(batch))
        loss = self.discriminator(fake.detach()).mean() - self.discriminator(batch).mean()
        discriminators.zero_grad()
        self.manual_backward(loss)
        discriminators.step()
        generators.zero_grad()
        self.manual_backward(-self.discriminator(fake).mean())
        generators.step()
