import torch

# Typed in line by line, where each is shown.
x = torch.rand(5, 20)
x.size()
x.transpose(0, 1)
x.view(4, 5, 5)
x.shape


def halves(x):
    x = x.transpose(0, 1)  # want "gives another tensor and leaves x as it is"
    return x.chunk(2)
