import numpy as np
import torch


def target(mask):
    return torch.from_numpy(mask.astype(np.int)), np.float
