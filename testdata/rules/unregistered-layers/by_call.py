from torch import nn


# What runs is written as __call__.
class Called(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.convs = []  # want "the layers in self.convs are no part of Called"
        for _ in range(count):
            self.convs.append(nn.Conv2d(3, 3, 3))

    def __call__(self, x):
        for conv in self.convs:
            x = conv(x)
        return x


class Kept(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.convs = nn.ModuleList()
        for _ in range(count):
            self.convs.append(nn.Conv2d(3, 3, 3))

    def __call__(self, x):
        for conv in self.convs:
            x = conv(x)
        return x
