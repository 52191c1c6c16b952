"""Parts that models borrow of torchvision, with their arguments by name."""
import torch
from torch import nn
from torchvision.models.densenet import _DenseBlock, _Transition
from torchvision.models.mobilenetv2 import InvertedResidual
from torchvision.models.resnet import Bottleneck, conv1x1, conv3x3
from torchvision.ops.misc import Conv2dNormActivation


class Borrowed(nn.Module):
    def __init__(self, width=16, norm=True):
        super().__init__()
        self.stem = Conv2dNormActivation(3, width, kernel_size=3, stride=2, norm_layer=nn.BatchNorm2d if norm else None, activation_layer=nn.Hardswish, bias=None)
        self.wide = Conv2dNormActivation(width, width, 5, 1, 2, 4, activation_layer=None)
        self.dense = _DenseBlock(num_layers=2, num_input_features=width, bn_size=2, growth_rate=8, drop_rate=0.0)
        self.change = _Transition(num_input_features=width + 16, num_output_features=width)
        self.inverted = InvertedResidual(width, width, stride=1, expand_ratio=2, norm_layer=nn.BatchNorm2d)
        self.neck = Bottleneck(width, width // 4, norm_layer=nn.BatchNorm2d)
        self.out = nn.Sequential(conv3x3(in_planes=width, out_planes=8, dilation=2), nn.ReLU(), conv1x1(in_planes=8, out_planes=4))

    def forward(self, x):
        x = self.change(self.dense(self.wide(self.stem(x))))
        return self.out(self.neck(self.inverted(x)))
