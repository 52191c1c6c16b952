import torch
from torch import autocast as short
from torch.amp import autocast

from .amp import autocast as ours


def step(model, x):
    with torch.amp.autocast("cuda", enabled=True):
        model(x)
    with torch.autocast("cuda"):
        model(x)
    with autocast("cuda"), short(device_type="cuda"), ours():
        model(x)
    text = "torch.cuda.amp.autocast()"  # torch.cuda.amp.autocast() is old
    return text


class amp:
    autocast = None


def local(torch):
    return torch.cuda.amp.autocast()
