# What a comment shows the result of demonstrates it.
import torch

data = torch.randn(1, 1, 1)  # tensor([[[1.3868]]])
data.expand(1, 1, 2)  # tensor([[[1.3868, 1.3868]]])
data.repeat(1, 1, 2)


def shapes(x):
    x.flatten()  # => torch.Size([6])
    x.unsqueeze(0)  # a batch of one
    return x


def forgets(x):
    x = x.squeeze(0)  # want "this does nothing"
    x = x.unsqueeze(0)  # want "this does nothing"
    return x  # tensor([1])
