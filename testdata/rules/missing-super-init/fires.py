import torch
from torch import nn


class Forgotten(nn.Module):
    def __init__(self, width):
        """A head."""
        self.width = width
        self.linear = nn.Linear(width, 10)  # want "Forgotten is given self.linear and nothing calls super\(\).__init__\(\): making a Forgotten raises AttributeError"
        self.act = nn.ReLU()


class Late(nn.Module):
    def __init__(self, width):
        self.linear = nn.Linear(width, 10)  # want "Late is given self.linear before super\(\).__init__\(\) has run"
        super(Late, self).__init__()


class Weight(nn.Module):
    def __init__(self):
        self.weight = nn.Parameter(torch.zeros(3))  # want "Weight is given self.weight"

    def forward(self, x):
        return x * self.weight


class Ours(nn.Module):
    def __init__(self):
        self.head = Good(4)  # want "Ours is given self.head"


class Good(nn.Module):
    def __init__(self, width):
        self.width = width
        super().__init__()
        self.linear = nn.Linear(width, 10)


class Heir(Good):
    def __init__(self):
        self.extra = nn.Linear(2, 2)  # want "Heir is given self.extra before"
        super().__init__(4)
