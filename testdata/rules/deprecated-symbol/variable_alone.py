"""What unwrapping leaves without a purpose goes: x = x is none."""
import torch
from torch.autograd import Variable


def to_gpu(images, labels, cuda):
    if cuda:
        images = Variable(images)  # want note "5 times in this file"
        labels = Variable(labels)
    else:
        images, labels = Variable(images), Variable(labels)
    labels = Variable(labels)  # of the batch
    return images, labels
