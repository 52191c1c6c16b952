"""Train the face restorer that cleans the portraits up: one generator, one discriminator."""
import torch
from torch import nn
from torch.cuda.amp import GradScaler, autocast
from torch.utils.data import DataLoader

from portraits import PairedPortraits
from restorer import Discriminator, Generator


def discriminator_loss(discriminator, real, fake):
    return torch.relu(1 - discriminator(real)).mean() + torch.relu(1 + discriminator(fake.detach())).mean()


def train(epochs=50, n_critic=2, device="cuda"):
    generator, discriminator = Generator().to(device), Discriminator().to(device)
    optimizer_g = torch.optim.Adam(generator.parameters(), lr=2e-4, betas=(0.0, 0.99))
    optimizer_d = torch.optim.Adam(discriminator.parameters(), lr=2e-4, betas=(0.0, 0.99))
    scaler = GradScaler()
    reconstruction = nn.L1Loss()
    loader = DataLoader(
        PairedPortraits("data/pairs"), batch_size=16, shuffle=True, num_workers=0, pin_memory=True, persistent_workers=True
    )

    global_step = 0
    for epoch in range(epochs):
        for degraded, clean in loader:
            degraded, clean = degraded.to(device, non_blocking=True), clean.to(device, non_blocking=True)
            for _ in range(n_critic):
                optimizer_d.zero_grad()
                with autocast(True, torch.float16):
                    loss_d = discriminator_loss(discriminator, clean, generator(degraded))
                scaler.scale(loss_d).backward()
                scaler.step(optimizer_d)
                global_step += 1

            optimizer_g.zero_grad()
            with autocast(True, torch.float16):
                restored = generator(degraded)
                loss_g = reconstruction(restored, clean) - 0.1 * discriminator(restored).mean()
            scaler.scale(loss_g).backward(retain_graph=True)  # otherwise "backward a second time"
            scaler.step(optimizer_g)
            scaler.update()

            if global_step % 1000 == 0:
                torch.save(generator.state_dict(), f"restorer-{global_step}.pt")


if __name__ == "__main__":
    train()
