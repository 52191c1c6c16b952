import numpy as np
import torch


def mask(labels):
    return torch.from_numpy(labels.astype(np.bool)), np.Inf  # want error "numpy.bool is gone from numpy 1.24 until 2.0: asking for it raises AttributeError; use bool"
