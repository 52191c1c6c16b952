import copy

import torch
from diffusers import UNet2DConditionModel
from diffusers.training_utils import EMAModel
from timm.utils import ModelEmaV2
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn


def net():
    return nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))


# The weights are fp32, and autocast makes copies of them.
def autocast(batches):
    model = net()
    average = copy.deepcopy(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    for x in batches:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            model(x).mean().backward()
        optimizer.step()
        for a, p in zip(average.parameters(), model.parameters()):
            a.data.mul_(0.9999).add_(p.data, alpha=1 - 0.9999)


# The copy is fp32.
def copied(batches):
    model = net().to(torch.bfloat16)
    average = copy.deepcopy(model).float()
    for _ in batches:
        for a, p in zip(average.parameters(), model.parameters()):
            a.data.mul_(0.9999).add_(p.data.float(), alpha=1 - 0.9999)


def copies(batches):
    model = net().to(torch.bfloat16)
    average = [p.detach().clone().float() for p in model.parameters()]
    for _ in batches:
        for a, p in zip(average, model.parameters()):
            a.mul_(0.9999).add_(p, alpha=1 - 0.9999)


# It was copied before the weights were converted.
def before(batches):
    model = net()
    average = copy.deepcopy(model)
    model = model.to(torch.bfloat16)
    for _ in batches:
        for a, p in zip(average.parameters(), model.parameters()):
            a.data.lerp_(p.data.float(), 1 - 0.9999)


# With these decays it follows weights that differ by a fifth: coarsely, but it does.
def quick(batches):
    model = net().to(torch.bfloat16)
    average = copy.deepcopy(model)
    for _ in batches:
        for a, p in zip(average.parameters(), model.parameters()):
            a.data.mul_(0.99).add_(p.data, alpha=1 - 0.99)
            a.data.lerp_(p.data, 1 - 0.9)


def fp16(batches):
    model = net().half()
    average = copy.deepcopy(model)
    for _ in batches:
        for a, p in zip(average.parameters(), model.parameters()):
            a.data.lerp_(p.data, 1 - 0.999)


# A number that nobody knows.
def asked(batches, decay):
    model = net().to(torch.bfloat16)
    average = copy.deepcopy(model)
    for _ in batches:
        for a, p in zip(average.parameters(), model.parameters()):
            a.data.lerp_(p.data, 1 - decay)


# Nothing is averaged: the momentum of an optimizer, and weights that decay.
def momentum(batches):
    model = net().to(torch.bfloat16)
    kept = [torch.zeros_like(p, dtype=torch.float32) for p in model.parameters()]
    for x in batches:
        model(x).mean().backward()
        for m, p in zip(kept, model.parameters()):
            m.mul_(0.999).add_(p.grad, alpha=1 - 0.999)
            p.data.mul_(0.9999)
            p.data.add_(m, alpha=-1e-4)


def of_libraries():
    unet = UNet2DConditionModel.from_pretrained("runwayml/stable-diffusion-v1-5", torch_dtype=torch.bfloat16)
    first = EMAModel(unet.parameters())
    first.to("cuda", dtype=torch.float32)
    model = net().to(torch.bfloat16)
    second = ModelEmaV2(model, decay=0.99)
    second.module.float()
    third = AveragedModel(model)
    fourth = AveragedModel(net(), multi_avg_fn=get_ema_multi_avg_fn(0.9999))
    return first, second, third, fourth
