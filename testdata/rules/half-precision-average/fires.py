import copy

import torch
from diffusers import UNet2DConditionModel
from diffusers.training_utils import EMAModel
from timm.utils import ModelEmaV2
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn


def net():
    return nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))


class Shadow:
    def __init__(self, model, decay=0.9999):
        self.decay = decay
        self.kept = {name: p.detach().clone() for name, p in model.named_parameters()}

    @torch.no_grad()
    def update(self, model):
        for name, p in model.named_parameters():
            self.kept[name].mul_(self.decay).add_(p.data, alpha=1 - self.decay)  # want "kept in torch.bfloat16.*0.9999"


def shadow(loader):
    model = net().to(torch.bfloat16)
    average = Shadow(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
        average.update(model)


def copied(batches):
    model = net().bfloat16()
    average = copy.deepcopy(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    for x in batches:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()
        with torch.no_grad():
            for a, p in zip(average.parameters(), model.parameters()):
                a.lerp_(p, 1 - 0.999)  # want "by 2 times the average"


def in_two_statements(model, batches):
    model = net().to(dtype=torch.bfloat16)
    average = copy.deepcopy(model)
    for _ in batches:
        for a, p in zip(average.parameters(), model.parameters()):
            a.data.mul_(0.9995)
            a.data.add_(p.data * (1 - 0.9995))  # want "decay of 0.9995"


def written_anew(batches):
    model = net().half()
    average = copy.deepcopy(model)
    for _ in batches:
        for a, p in zip(average.parameters(), model.parameters()):
            a.data = 0.9999 * a.data + (1 - 0.9999) * p.data  # want "kept in torch.float16, whose numbers have 11 bits"


def written_into(batches):
    model = net().to(torch.bfloat16)
    average = copy.deepcopy(model)
    for _ in batches:
        for a, p in zip(average.parameters(), model.parameters()):
            a.data.copy_(0.999 * a.data + (1 - 0.999) * p.data)  # want "decay of 0.999"


def all_at_once(batches):
    model = net().to(torch.bfloat16)
    average = [p.detach().clone() for p in model.parameters()]
    for _ in batches:
        torch._foreach_lerp_(average, list(model.parameters()), 1 - 0.9999)  # want "decay of 0.9999"


def of_libraries():
    unet = UNet2DConditionModel.from_pretrained("runwayml/stable-diffusion-v1-5", torch_dtype=torch.bfloat16)
    first = EMAModel(unet.parameters())  # want "decay of 0.9999, its default, an update"
    model = net().to(torch.bfloat16)
    second = ModelEmaV2(model, decay=0.9998)  # want "decay of 0.9998 an update"
    third = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9999))  # want "decay of 0.9999"
    return first, second, third
