import torch
from torch import nn

from registry import BACKBONES


class Segmenter(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.backbone = BACKBONES.from_dict(cfg["backbone"])
        self.head = nn.Conv2d(64, 19, 1)

    def forward(self, x):
        return self.head(self.backbone(x))


# Its constructor says that it never trains.
class Fixed(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.backbone = BACKBONES.from_dict(cfg["backbone"])
        self.eval()

    def forward(self, x):
        return self.backbone(x)
