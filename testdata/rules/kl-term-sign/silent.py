import torch
import torch.nn.functional as F
from torch import nn


def added(recon_x, x, mu, logvar):
    bce = F.binary_cross_entropy(recon_x, x.view(-1, 784), reduction="sum")
    kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return bce + kld


def subtracted(recon_x, x, mu, logvar):
    kld = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return F.mse_loss(recon_x, x, reduction="sum") - kld


def positive(recon_x, x, mu, logvar, weight):
    kld = 0.5 * torch.sum(torch.exp(logvar) + mu ** 2 - 1.0 - logvar)
    loss = F.mse_loss(recon_x, x, reduction="sum")
    loss += weight * kld
    return loss


def old(recon_x, x, mu, logvar):
    element = mu.pow(2).add_(logvar.exp()).mul_(-1).add_(1).add_(logvar)
    return F.l1_loss(recon_x, x, reduction="sum") + torch.sum(element).mul_(-0.5)


# A lower bound, which is maximised: a log likelihood, and minus the divergence.
def bound(model, x, mu, logvar, z):
    likelihood = -F.binary_cross_entropy(model(z), x, reduction="sum")
    kl = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    elbo = likelihood + kl
    return -elbo


def unseen(model, x, mu, logvar, z):
    kl = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return model.log_prob(x, z) + kl


# The sign is turned on the way.
def turned(recon_x, x, mu, logvar):
    kl = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    kl = -kl
    other = 1 + logvar - mu.pow(2) - logvar.exp()
    other *= -0.5
    return F.mse_loss(recon_x, x) + kl + other.sum() + kl * 2


def helper(mu, logvar):
    return -0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum()


def through(recon_x, x, mu, logvar):
    return F.mse_loss(recon_x, x) + (-1) * (0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum()) + helper(mu, logvar)


# An adversary, whose loss is maximised.
def adversary(recon_x, x, mu, logvar, guess, y):
    kl = 0.5 * (1 + logvar - mu.pow(2) - logvar.exp()).sum()
    return F.mse_loss(recon_x, x) - F.cross_entropy(guess, y) - kl


# Another prior, and what is no divergence.
def other(recon_x, x, mu, logvar, prior):
    a = 0.5 * torch.sum(1 + logvar - prior - (mu.pow(2) + logvar.exp()) / prior.exp())
    b = torch.sum(1 - mu.pow(2) - logvar.exp())
    return F.mse_loss(recon_x, x) + a + b


def either(recon_x, x, mu, logvar, sign):
    kl = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    if sign:
        kl = -kl
    return F.mse_loss(recon_x, x) + kl


def halved(recon_x, x, mu, logvar):
    kl = torch.sum(1 + logvar - mu.pow(2) - logvar.exp()) / -2
    other = torch.sum(1 + logvar - mu.pow(2) - logvar.exp()).div(-2.0)
    other /= x.size(0)
    return F.mse_loss(recon_x, x) + kl + other


# The weight has the sign, or may have it.
KL_WEIGHT = -0.001


class Weighed(nn.Module):
    scale = -0.5

    def __init__(self, factor=-0.5):
        super().__init__()
        self.factor = factor

    def forward(self, recon_x, x, mu, logvar, gamma):
        kl = torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
        return F.mse_loss(recon_x, x) + self.scale * kl + self.factor * kl + gamma * kl + kl * KL_WEIGHT


def by_callers(recon_x, x, mu, logvar, beta):
    kl = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return F.mse_loss(recon_x, x) + beta * kl


def named(recon_x, x, mu, logvar, alpha=0.5):
    kl = 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
    return F.mse_loss(recon_x, x) + alpha * kl


def uses(recon_x, x, mu, logvar):
    return by_callers(recon_x, x, mu, logvar, -1.0) + named(recon_x, x, mu, logvar, alpha=-1.0)
