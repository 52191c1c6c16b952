import torch
from torch.optim import lr_scheduler
from torch.utils.data import DataLoader


def make(optimizer, dataset, loud):
    a = lr_scheduler.ReduceLROnPlateau(optimizer, "min", patience=3)  # want "ReduceLROnPlateau takes no verbose since torch 2.7 and raises TypeError"
    b = torch.optim.lr_scheduler.StepLR(optimizer, step_size=3)  # want "StepLR takes no verbose"
    c = DataLoader(dataset, pin_memory=True)  # want "pin_memory_device is ignored with a warning since torch 2.9"
    d = DataLoader(dataset, pin_memory=True, pin_memory_device="")
    e = lr_scheduler.StepLR(optimizer, step_size=3)
    return a, b, c, d, e
