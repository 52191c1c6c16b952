import functools

from torch.optim import lr_scheduler


def plans(epochs, batches):
    cosine = functools.partial(lr_scheduler.CosineAnnealingLR, T_max=epochs)
    return {"slow": cosine, "quick": functools.partial(lr_scheduler.OneCycleLR, max_lr=0.1, total_steps=epochs * batches)}
