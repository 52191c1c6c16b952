import importlib

import torch

if importlib.util.find_spec("fake"):
    torch = importlib.import_module("fake")

from torch.cuda.amp import autocast


def run(model, x):
    with autocast():  # want "deprecated"
        return model(x)
