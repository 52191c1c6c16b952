import torch
import torch as th
import torch.cuda.amp
import torch.cuda.amp as cuda_amp
from torch import cuda
from torch.cuda import amp
from torch.cuda import amp as mixed
from torch.cuda.amp import autocast
from torch.cuda.amp import autocast as ac
from torch.cuda.amp.autocast_mode import autocast as deep


def forms(model, x):
    with torch.cuda.amp.autocast():  # want "torch.cuda.amp.autocast is deprecated since torch 2.4, every call warns: torch.amp.autocast\(.cuda.\) does the same"
        model(x)
    with th.cuda.amp.autocast():  # want "deprecated"
        model(x)
    with cuda_amp.autocast():  # want "deprecated"
        model(x)
    with cuda.amp.autocast():  # want "deprecated"
        model(x)
    with amp.autocast():  # want "deprecated"
        model(x)
    with mixed.autocast():  # want "deprecated"
        model(x)
    with autocast():  # want "deprecated"
        model(x)
    with ac():  # want "deprecated"
        model(x)
    with deep():  # want "deprecated"
        model(x)
    with torch.cpu.amp.autocast():  # want "torch.cpu.amp.autocast is deprecated.*torch.amp.autocast\(.cpu.\)"
        model(x)
