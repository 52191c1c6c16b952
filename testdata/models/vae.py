"""Random numbers, what is detached, buffers that change, a loss as the result, hooks, no_grad, weight normalisation."""
from collections import OrderedDict, namedtuple

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils import weight_norm

Out = namedtuple("Out", ["recon", "loss"])


class Quantize(nn.Module):
    def __init__(self, dim, n):
        super().__init__()
        self.dim, self.n = dim, n
        self.register_buffer("embed", torch.randn(dim, n))

    def forward(self, x):
        flatten = x.reshape(-1, self.dim)
        dist = flatten.pow(2).sum(1, keepdim=True) - 2 * flatten @ self.embed + self.embed.pow(2).sum(0, keepdim=True)
        _, ind = (-dist).max(1)
        ind = ind.view(*x.shape[:-1])
        with torch.no_grad():
            quantized = F.embedding(ind, self.embed.transpose(0, 1))
        diff = (quantized.detach() - x).pow(2).mean()
        return x + (quantized - x).detach(), diff


class Autoencoder(nn.Module):
    def __init__(self, ch=16, n=32, layers=2):
        super().__init__()
        blocks = OrderedDict()
        c = 3
        for i in range(layers):
            blocks["conv%d" % i] = weight_norm(nn.Conv2d(c, ch, 4, stride=2, padding=1))
            blocks["act{}".format(i)] = nn.ELU()
            c = ch
        self.encoder = nn.Sequential(blocks)
        self.quantize = Quantize(ch, n)
        self.decoder = nn.Sequential(*[
            m for i in range(layers)
            for m in (nn.ConvTranspose2d(ch, ch, 4, 2, 1), nn.LeakyReLU(0.2))], nn.Conv2d(ch, 3, 1), nn.Tanh())
        self.mu = nn.Conv2d(ch, ch, 1)
        self.logvar = nn.Conv2d(ch, ch, 1)

    def reparameterize(self, mu, logvar):
        if not self.training:
            return mu
        std = torch.exp(0.5 * logvar)
        return mu + torch.randn_like(std) * std

    def forward(self, x):
        h = self.encoder(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = self.reparameterize(mu, logvar)
        q, diff = self.quantize(z.permute(0, 2, 3, 1))
        recon = self.decoder(q.permute(0, 3, 1, 2))
        kl = -0.5 * torch.mean(1 + logvar - mu ** 2 - logvar.exp())
        return Out(recon=recon, loss=F.mse_loss(recon, x) + diff + kl)
