import torch
from torch import nn


def train(model, loader, optimizer, device):
    hidden = torch.zeros(1, 8, device=device)
    for data, target in loader:
        if data.dim() == 1:
            data = data.unsqueeze(-1)  # want "this does nothing: unsqueeze\(\) gives another tensor and leaves data as it is"
        mask = torch.ones_like(target)
        mask = mask.to(device)  # want "leaves mask as it is"
        out, hidden = model(data, hidden)
        loss = nn.functional.mse_loss(out, target, reduction="none")[mask].mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        loss.detach().cpu()  # want "leaves loss as it is; assign the result"
        hidden = hidden.detach()


def adversarial(generator, discriminator, loader, optimizers):
    for x, y in loader:
        fake = generator(x)
        pair = torch.cat((x, fake), 1)
        pair = pair.detach()  # want "leaves pair as it is; assign the result"
        loss = discriminator(pair).mean()
        loss.backward()
        optimizers[0].step()
        pair = torch.cat((x, y), 1)
        loss = discriminator(pair).mean()
        loss.backward()
        optimizers[1].step()
