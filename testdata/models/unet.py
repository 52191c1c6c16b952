"""An encoder and a decoder: skips on a list that is popped, sizes taken from another tensor, a registry."""
import functools

import torch
import torch.nn as nn
import torch.nn.functional as F

BLOCKS = {}


def register(name):
    def put(cls):
        BLOCKS[name] = cls
        return cls
    return put


def norm(kind, ch):
    if kind == "batch":
        return nn.BatchNorm2d(ch)
    elif kind == "group":
        return nn.GroupNorm(8, ch)
    raise NotImplementedError(kind)


@register("plain")
class Plain(nn.Module):
    def __init__(self, cin, cout, kind="batch", act=functools.partial(nn.ReLU, inplace=True)):
        super().__init__()
        self.net = nn.Sequential(
            nn.Conv2d(cin, cout, 3, padding=1, bias=False), norm(kind, cout), act(),
            nn.Conv2d(cout, cout, 3, padding=1, bias=False), norm(kind, cout), act())

    def forward(self, x):
        return self.net(x)


@register("residual")
class Residual(Plain):
    def __init__(self, cin, cout, **kw):
        super().__init__(cin, cout, **kw)
        self.skip = nn.Conv2d(cin, cout, 1) if cin != cout else nn.Identity()

    def forward(self, x):
        out = super().forward(x)
        out = out + self.skip(x)
        return F.leaky_relu(out, 0.2)


class SqueezeExcite(nn.Module):
    def __init__(self, ch, reduction=4):
        super().__init__()
        self.fc = nn.Sequential(nn.Linear(ch, ch // reduction), nn.ReLU(), nn.Linear(ch // reduction, ch), nn.Sigmoid())

    def forward(self, x):
        b, c, _, _ = x.size()
        y = x.mean(dim=(2, 3))
        return x * self.fc(y).view(b, c, 1, 1).expand_as(x)


class UNet(nn.Module):
    widths = [16, 32, 64]

    def __init__(self, in_ch=3, classes=2, block="residual", kind="group", attention=True, bilinear=True):
        super().__init__()
        make = BLOCKS[block]
        self.down = nn.ModuleList()
        ch = in_ch
        for w in self.widths:
            self.down.append(make(ch, w, kind=kind))
            ch = w
        self.mid = make(ch, 2 * ch, kind=kind)
        self.up = nn.ModuleList()
        self.dec = nn.ModuleList()
        ch *= 2
        for w in reversed(self.widths):
            self.up.append(nn.Conv2d(ch, w, 1) if bilinear else nn.ConvTranspose2d(ch, w, 2, 2))
            self.dec.append(make(2 * w, w, kind=kind))
            ch = w
        self.bilinear = bilinear
        if attention:
            self.se = SqueezeExcite(ch)
        self.head = nn.Conv2d(ch, classes, kernel_size=1)
        for m in self.modules():
            if isinstance(m, nn.Conv2d):
                nn.init.kaiming_normal_(m.weight)

    def forward(self, x):
        skips = []
        for block in self.down:
            x = block(x)
            skips.append(x)
            x = F.max_pool2d(x, 2)
        x = self.mid(x)
        for up, dec in zip(self.up, self.dec):
            skip = skips.pop()
            if self.bilinear:
                x = F.interpolate(x, size=skip.shape[2:], mode="bilinear", align_corners=False)
            x = up(x)
            x = dec(torch.cat([x, skip], dim=1))
        if hasattr(self, "se"):
            x = self.se(x)
        return {"out": self.head(x), "features": x}
