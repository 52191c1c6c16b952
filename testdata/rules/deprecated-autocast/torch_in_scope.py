import importlib

if importlib.util.find_spec("torch"):
    import torch
    from torch.cuda.amp import autocast
else:
    torch = None


def run(model, x):
    with autocast():  # want "deprecated"
        return model(x)
