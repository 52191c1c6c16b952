import importlib

import torch
from torch.utils.data import DataLoader


def class_of(path):
    module, name = path.rsplit(".", 1)
    return getattr(importlib.import_module(module), name)


@torch.no_grad()
def evaluate(settings, data):
    model = class_of(settings["model"])(settings["size"])
    model.cuda()
    model.eval()
    for x in DataLoader(data, num_workers=2, pin_memory=True):
        out = model(x.cuda())  # want "model runs with gradients on"
        print(out[0].detach())
