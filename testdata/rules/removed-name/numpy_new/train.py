import numpy as np
import torch


def target(mask):
    best = np.Inf  # want error "numpy.Inf is gone since numpy 2.0"
    return torch.from_numpy(mask.astype(np.int)), best  # want error "numpy.int is gone since numpy 1.24"


def mask(labels):
    return labels.astype(np.bool), np.long
