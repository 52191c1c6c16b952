import numpy as np
import torch


class np_like:
    int = int
    float = float


def kinds(mask):
    return mask.astype(np.int_), mask.astype(np.int64), np.float32(1), np.bool_, np.object_, np.str_, np.intp, np.inf, np.nan


def own(np):
    return np.int, np.float


def other(mask):
    np = np_like
    return mask.astype(np.int)


def either(mask):
    try:
        return mask.astype(np.int)
    except AttributeError:
        return mask.astype(int)


def asked():
    return np.float if hasattr(np, "float") else float


def back_again(mask):
    return mask.astype(np.bool), np.long


def tensors(x):
    return x.int(), x.float(), torch.int, torch.float, torch.bool, x.new_zeros(2, dtype=torch.long)


text = "np.int"  # np.int
