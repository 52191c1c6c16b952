"""A file that does not import torch itself."""
import math

from torch.cuda.amp import autocast


def step(model, batch):
    with autocast(enabled=True):  # want "deprecated"
        return math.exp(model(batch))
