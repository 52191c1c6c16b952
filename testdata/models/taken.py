"""Parts of torchvision's models that are used one by one."""

import numpy as np
import torch
from torch import nn
from torchvision.models import densenet121, mobilenet_v2


class Dense(nn.Module):
    """The features of a DenseNet, one of whose layers is another."""

    def __init__(self, memory_efficient=False):
        super().__init__()
        self.features = densenet121(memory_efficient=memory_efficient).features
        self.features.denseblock3.denselayer2.conv2 = nn.Conv2d(128, 32, 3, padding=1)
        self.head = nn.Conv2d(1024, 2, 1)

    def forward(self, x):
        return self.head(self.features(x))


class Mobile(nn.Module):
    """A MobileNet in two halves, for images of one channel."""

    def __init__(self, width=0.75):
        super().__init__()
        net = mobilenet_v2(width_mult=width)
        first = net.features[0][0]
        self.low, self.high = net.features[:7], net.features[7:]
        self.low[0][0] = nn.Conv2d(1, first.out_channels, first.kernel_size, first.stride, first.padding, bias=first.bias)

    def forward(self, x):
        x = self.low(x)
        return x, self.high(x)


class ByNumber:
    """Attributes of another object by their numbers; nothing says how many."""

    def __init__(self, module, prefix):
        self.module, self.prefix = module, prefix

    def __getitem__(self, i):
        return getattr(self.module, self.prefix + str(i))


class Scaled(nn.Module):
    """Weights that are divided by their size, layers by number, a matrix that is inverted."""

    def __init__(self, depth=3):
        super().__init__()
        self.depth = depth
        for i in range(depth):
            self.add_module("layer_%d" % i, nn.Linear(16, 16))
        self.scale = np.sqrt(torch.mean(self.layer_0.weight.data ** 2))
        self.layer_0.weight.data /= self.scale
        self.layers = ByNumber(self, "layer_")

    def forward(self, x):
        x = x * self.scale
        for i, (layer) in enumerate(self.layers):
            x = layer(x)
            if i == self.depth - 1:
                break
        return x.reshape(-1, 4, 4).inverse()
