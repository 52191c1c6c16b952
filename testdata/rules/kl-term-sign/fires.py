import torch
import torch.nn.functional as F
from torch import nn


def loss_function(recon_x, x, mu, logvar):
    bce = F.binary_cross_entropy(recon_x, x.view(-1, 784), reduction="sum")
    kld = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return bce + kld  # want "the divergence enters the loss with the wrong sign"


def subtracted(recon_x, x, mu, log_var, beta=4.0):
    recon = nn.functional.mse_loss(recon_x, x)
    kl = torch.mean(-0.5 * torch.sum(1 + log_var - mu ** 2 - log_var.exp(), dim=1), dim=0)
    loss = recon - beta * kl  # want "the divergence is subtracted"
    return {"loss": loss, "kl": kl}


def kl_divergence(mean, sigma):
    return 0.5 * (1 + torch.log(sigma ** 2) - mean ** 2 - sigma ** 2).sum(1).mean()


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encode, self.decode = nn.Linear(784, 32), nn.Linear(16, 784)
        self.criterion = nn.MSELoss(reduction="sum")

    def forward(self, x):
        mu, logvar = self.encode(x).chunk(2, 1)
        out = self.decode(mu + torch.randn_like(mu) * torch.exp(0.5 * logvar))
        loss = self.criterion(out, x)
        loss += kl_divergence(mu, torch.exp(0.5 * logvar))  # want "wrong sign"
        return loss, out


def old(recon_x, x, mu, logvar):
    element = mu.pow(2).add_(logvar.exp()).mul_(-1).add_(1).add_(logvar)
    return F.l1_loss(recon_x, x, reduction="sum") + torch.sum(element).mul_(0.5)  # want "wrong sign"


def weighed(recon_x, x, mu, logvar, weight, batch_size):
    kld = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp()) / batch_size
    return F.mse_loss(recon_x, x) + weight * kld  # want "wrong sign"


def by_default(recon_x, x, mu, logvar, weight=1.0):
    kld = torch.sum(1 + logvar - mu.pow(2) - logvar.exp(), dim=1).mean()
    return F.mse_loss(recon_x, x) + weight * kld  # want "wrong sign"
