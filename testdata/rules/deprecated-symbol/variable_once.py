import torch
from torch.autograd import Variable


def is_wrapped(x):
    return isinstance(x, Variable)  # want note "once in this file"
