from dataclasses import dataclass

import elsewhere
import torch
from torch import nn


class First(nn.Module):
    def __init__(self, width):
        self.width = width
        super().__init__()
        self.linear = nn.Linear(width, 10)


class ByName(nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
        self.linear = nn.Linear(2, 10)


class Inherits(First):
    def forward(self, x):
        return self.linear(x)


class Unseen(elsewhere.Base, nn.Module):
    def __init__(self):
        self.linear = nn.Linear(2, 10)


class Prepared(nn.Module):
    def __init__(self):
        self._prepare()
        self.linear = nn.Linear(2, 10)

    def _prepare(self):
        super().__init__()


class HandsOver(nn.Module):
    def __init__(self):
        elsewhere.prepare(self)
        self.linear = nn.Linear(2, 10)


class Lists(nn.Module):
    def __init__(self):
        self.layers = [nn.Linear(2, 2)]  # a list is no module
        self.rate = torch.tensor(0.5)


class Itself(nn.Module):
    def __new__(cls):
        self = super().__new__(cls)
        nn.Module.__init__(self)
        return self

    def __init__(self):
        self.linear = nn.Linear(2, 10)


class Declared(nn.Module):
    call_super_init = True

    def __init__(self):
        self.linear = nn.Linear(2, 10)


@dataclass(eq=False)
class Data(nn.Module):
    width: int = 3

    def __post_init__(self):
        super().__init__()
        self.linear = nn.Linear(self.width, 10)


class NoModule:
    def __init__(self):
        self.linear = nn.Linear(2, 10)


class Sometimes(nn.Module):
    def __init__(self, ready):
        if not ready:
            super().__init__()
        self.linear = nn.Linear(2, 10)


class Quiet(nn.Module):
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)

    def __init__(self):
        self.linear = nn.Linear(2, 10)


class Plain(nn.Module):
    def __init__(self, layer):
        self.name = str(layer)


class NotFromTorch(Module):
    def __init__(self):
        self.linear = nn.Linear(2, 10)
