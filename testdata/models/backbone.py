"""Backbones of torchvision by call, and parts of them."""
import torch
from torch import nn
from torchvision import models
from torchvision.models.resnet import Bottleneck, ResNet


class Pyramid(nn.Module):
    def __init__(self, name="resnet18", classes=3, pretrained=False):
        super().__init__()
        net = getattr(models, name)(weights=None)
        self.stem = nn.Sequential(net.conv1, net.bn1, net.relu, net.maxpool)
        self.stages = nn.ModuleList([net.layer1, net.layer2, net.layer3, net.layer4])
        self.lateral = nn.ModuleList(nn.Conv2d(stage[-1].conv2.out_channels * stage[-1].expansion, 16, 1) for stage in self.stages)
        self.head = nn.Conv2d(16, classes, 3, padding=1)

    def forward(self, x):
        x = self.stem(x)
        maps = []
        for stage in self.stages:
            x = stage(x)
            maps.append(x)
        top = None
        for conv, m in zip(self.lateral[::-1], maps[::-1]):
            m = conv(m)
            top = m if top is None else m + nn.functional.interpolate(top, scale_factor=2)
        return self.head(top)


class Perceptual(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = models.vgg11_bn().features[:9].eval()
        for p in self.features.parameters():
            p.requires_grad_(False)
        self.net = nn.Sequential(nn.Conv2d(3, 3, 3, padding=1), nn.Sigmoid())

    def forward(self, x):
        return (self.features(self.net(x)) - self.features(x)).abs().mean()


def dilated(classes=5):
    return ResNet(Bottleneck, [1, 1, 2, 1], num_classes=classes, replace_stride_with_dilation=[False, True, True], width_per_group=32)


class LateStride(nn.Module):
    """The last stage of a network gives maps as large as it gets, and the head is this module's own."""

    def __init__(self, classes=4, stride=1):
        super().__init__()
        net = models.resnet50(weights=None)
        if stride == 1:
            net.layer4[0].downsample[0].stride = (1, 1)
            net.layer4[0].conv2.stride = (1, 1)
        net.avgpool = nn.AdaptiveAvgPool2d((2, 1))
        net.fc = nn.Identity()
        self.net = net
        self.head = nn.Linear(2048 * 2, classes)

    def forward(self, x):
        return self.head(self.net(x))


class Timed(nn.Module):
    """Embeds what lies in any shape, one number after the other."""

    def __init__(self, width=16):
        super().__init__()
        self.width = width
        self.lift = nn.Linear(width, width)

    def forward(self, t):
        half = self.width // 2
        rates = torch.exp(-torch.arange(half, dtype=torch.float32) / half)
        angles = torch.outer(t.ravel().to(torch.float32), rates)
        first, second = self.lift(torch.cat([angles.sin(), angles.cos()], dim=1)).split_with_sizes([half, self.width - half], 1)
        return torch.fmax(first, second)


class Unpooled(nn.Module):
    """Pools that give where their largest lay, which the way up uses; one of them learns it after it was made."""

    def __init__(self, width=8):
        super().__init__()
        self.down = nn.Conv2d(3, width, 3, padding=1)
        self.pool = nn.MaxPool2d(2, 2)
        self.pool.return_indices = True
        self.up = nn.MaxUnpool2d(2, 2)
        self.head = nn.Conv2d(width, 3, 3, padding=1)
        self.register_buffer("window", torch.kaiser_window(width))

    def forward(self, x):
        x, where = self.pool(self.down(x))
        return self.head(self.up(torch.tanh(x), where))
