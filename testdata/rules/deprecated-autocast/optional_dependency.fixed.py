from importlib.util import find_spec

if find_spec("torch"):
    from torch.cuda.amp import autocast

if find_spec("torch") and find_spec("apex"):
    import torch


def step(model, batch):
    with autocast():  # want "deprecated"
        return model(batch)


def other(model, batch):
    with torch.amp.autocast("cuda"):  # want "deprecated"
        return model(batch)
