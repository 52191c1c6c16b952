import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.head = None
        self.stem = nn.Conv2d(3, width, 3)

    def forward(self, x, kernel):
        x = nn.ReLU()(nn.MaxPool2d(2)(self.stem(x)))
        x = nn.LayerNorm(x.shape[1:], elementwise_affine=False)(x)
        blur = nn.Conv2d(self.width, self.width, 3, padding=1, bias=False)
        blur.weight.data = kernel  # a filter that is given
        x = blur(x).mean((2, 3))
        if self.head is None:
            self.head = nn.Linear(x.shape[1], 10)
        return self.head(x)

    def grow(self):
        wider = nn.Linear(self.width, 2 * self.width)
        return wider


# Random projections are what is asked for, and no module learns.
def random_features(x, width):
    return nn.Linear(x.shape[1], width)(x)
