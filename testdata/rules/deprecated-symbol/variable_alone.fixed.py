"""What unwrapping leaves without a purpose goes: x = x is none."""
import torch


def to_gpu(images, labels, cuda):
    if cuda:
        pass  # want note "5 times in this file"
    else:
        pass
    return images, labels
