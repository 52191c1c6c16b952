import torch
from torch import autocast


# The old name knew its device, the new one has to be told.
def step(model, x, use_amp, options):
    with torch.amp.autocast(enabled=use_amp):  # want error "torch.amp.autocast wants device_type and raises TypeError"
        loss = model(x).mean()
    with torch.amp.autocast(dtype=torch.bfloat16):  # want error "torch.amp.autocast wants device_type"
        loss = loss + model(x).mean()
    with autocast():  # want error "torch.amp.autocast wants device_type"
        loss = loss + model(x).mean()
    return loss


def right(model, x, use_amp, options):
    with torch.amp.autocast("cuda", enabled=use_amp):
        loss = model(x).mean()
    with autocast(device_type=x.device.type, dtype=torch.bfloat16):
        loss = loss + model(x).mean()
    with torch.amp.autocast(**options):
        loss = loss + model(x).mean()
    with torch.amp.autocast(*options):
        loss = loss + model(x).mean()
    return loss


try:
    scope = torch.amp.autocast()
except TypeError:
    scope = torch.amp.autocast("cuda")
