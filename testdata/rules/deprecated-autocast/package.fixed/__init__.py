import torch
from torch.cuda.amp import autocast


def step(model, batch):
    with torch.amp.autocast("cuda"):  # want "deprecated"
        return model(batch)
