"""A variational autoencoder of pictures, with what is learned of its parts held apart."""
import argparse

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset


class VAE(nn.Module):
    def __init__(self, width, latent, size):
        super().__init__()
        self.side = size // 16
        self.encoder = nn.Sequential(
            nn.Conv2d(3, width, 4, 2, 1), nn.ReLU(), nn.Conv2d(width, 2 * width, 4, 2, 1), nn.ReLU(),
            nn.Conv2d(2 * width, 4 * width, 4, 2, 1), nn.ReLU(), nn.Conv2d(4 * width, 8 * width, 4, 2, 1), nn.ReLU(), nn.Flatten())
        flat = 8 * width * self.side ** 2
        self.mu, self.logvar = nn.Linear(flat, latent), nn.Linear(flat, latent)
        self.back = nn.Linear(latent, flat)
        self.decoder = nn.Sequential(
            nn.Unflatten(1, (8 * width, self.side, self.side)),
            nn.ConvTranspose2d(8 * width, 4 * width, 4, 2, 1), nn.ReLU(), nn.ConvTranspose2d(4 * width, 2 * width, 4, 2, 1), nn.ReLU(),
            nn.ConvTranspose2d(2 * width, width, 4, 2, 1), nn.ReLU(), nn.ConvTranspose2d(width, 3, 4, 2, 1), nn.Sigmoid())

    def forward(self, x):
        h = self.encoder(x)
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.decoder(self.back(z)), mu, logvar


def loss_function(y, x, mu, logvar):
    return F.mse_loss(y, x, reduction="sum") - 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--size", type=int, default=128)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--latent", type=int, default=128)
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = VAE(args.width, args.latent, args.size).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    loader = DataLoader(TensorDataset(torch.rand(4 * args.batch, 3, args.size, args.size)), batch_size=args.batch)
    total = 0.0
    for (x,) in loader:
        x = x.to(device)
        optimizer.zero_grad()
        y, mu, logvar = model(x)
        loss = loss_function(y, x, mu, logvar)
        loss.backward()
        total += loss.item()
        optimizer.step()


if __name__ == "__main__":
    main()
