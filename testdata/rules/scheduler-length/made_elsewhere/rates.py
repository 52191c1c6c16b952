from torch.optim.lr_scheduler import CosineAnnealingLR


def cosine(opt, total):
    return CosineAnnealingLR(opt, T_max=total)


def with_interval(opt, total):
    return {"scheduler": CosineAnnealingLR(opt, T_max=total), "interval": "step"}  # want "counts epochs"
