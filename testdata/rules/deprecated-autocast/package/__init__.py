import torch
from torch.cuda.amp import autocast


def step(model, batch):
    with autocast():  # want "deprecated"
        return model(batch)
