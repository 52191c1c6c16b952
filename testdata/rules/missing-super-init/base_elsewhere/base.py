from torch import nn


class Base(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.name = name


class Plain:
    def __init__(self, name):
        self.name = name
