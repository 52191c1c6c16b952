import torch
from torch import nn


def register(name):
    return lambda cls: cls


@register("conformer")
class Conformer(nn.Module):

    def __init__(self, dim):
        super().__init__()
        self.layer = nn.Linear(dim, dim)

    def forward(self, x):
        return self.layer(x)


@register("mixer")
class Mixer(nn.Module):
    def __init__(self, dim, debug=False):
        super().__init__()
        self.layer = nn.Linear(dim, dim)

    def forward(self, x):
        return self.layer(x)


class Careful(nn.Module):
    def __init__(self, dim, debug=False):
        super().__init__()
        if debug:
            torch.autograd.set_detect_anomaly(True)
        self.layer = nn.Linear(dim, dim)

    def forward(self, x):
        return self.layer(x)

    def inspect(self, x):
        torch.autograd.set_detect_anomaly(True)
        return self.forward(x)


class Tool:
    def __init__(self):
        torch.autograd.set_detect_anomaly(True)
