"""A DCGAN: two models, two optimizers, in turn."""
import argparse

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


class Generator(nn.Module):
    def __init__(self, latent, width):
        super().__init__()
        layers, wide = [nn.ConvTranspose2d(latent, width * 8, 4, 1, 0, bias=False), nn.BatchNorm2d(width * 8), nn.ReLU(True)], width * 8
        for _ in range(3):
            layers += [nn.ConvTranspose2d(wide, wide // 2, 4, 2, 1, bias=False), nn.BatchNorm2d(wide // 2), nn.ReLU(True)]
            wide //= 2
        layers += [nn.ConvTranspose2d(wide, 3, 4, 2, 1, bias=False), nn.Tanh()]
        self.main = nn.Sequential(*layers)

    def forward(self, z):
        return self.main(z)


class Discriminator(nn.Module):
    def __init__(self, width):
        super().__init__()
        layers, wide = [nn.Conv2d(3, width, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True)], width
        for _ in range(3):
            layers += [nn.Conv2d(wide, wide * 2, 4, 2, 1, bias=False), nn.BatchNorm2d(wide * 2), nn.LeakyReLU(0.2, inplace=True)]
            wide *= 2
        layers += [nn.Conv2d(wide, 1, 4, 1, 0, bias=False)]
        self.main = nn.Sequential(*layers)

    def forward(self, x):
        return self.main(x).view(-1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--latent", type=int, default=100)
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    generator, discriminator = Generator(args.latent, args.width).to(device), Discriminator(args.width).to(device)
    optimizer_g = torch.optim.Adam(generator.parameters(), lr=2e-4, betas=(0.5, 0.999))
    optimizer_d = torch.optim.Adam(discriminator.parameters(), lr=2e-4, betas=(0.5, 0.999))
    criterion = nn.BCEWithLogitsLoss()
    loader = DataLoader(TensorDataset(torch.randn(4 * args.batch, 3, 64, 64)), batch_size=args.batch, shuffle=True)
    for (real,) in loader:
        real = real.to(device)
        ones, zeros = torch.ones(real.size(0), device=device), torch.zeros(real.size(0), device=device)

        discriminator.zero_grad()
        loss_real = criterion(discriminator(real), ones)
        loss_real.backward()
        noise = torch.randn(real.size(0), args.latent, 1, 1, device=device)
        fake = generator(noise)
        loss_fake = criterion(discriminator(fake.detach()), zeros)
        loss_fake.backward()
        optimizer_d.step()

        generator.zero_grad()
        loss_g = criterion(discriminator(fake), ones)
        loss_g.backward()
        optimizer_g.step()


if __name__ == "__main__":
    main()
