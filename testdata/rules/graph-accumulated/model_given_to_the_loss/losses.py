import torch
import torch.nn.functional as F


def denoising_loss(model, images, schedule):
    steps = torch.randint(0, len(schedule), (images.shape[0],), device=images.device)
    noise = torch.randn_like(images)
    weight = schedule[steps].view(-1, 1, 1, 1)
    return F.mse_loss(model(weight.sqrt() * images + (1 - weight).sqrt() * noise, steps), noise)


def measured_loss(model, images, schedule):
    return denoising_loss(model, images, schedule).item()
