import torch
from torch import nn


# The optimizer is handed it: nothing is missing.
class Attack(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.delta = torch.zeros(shape, requires_grad=True)
        self.optimizer = torch.optim.Adam([self.delta], lr=0.1)

    def forward(self, x):
        return x + self.delta


# Somebody takes it from the object.
class Prompt(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.soft = torch.randn(8, width, requires_grad=True)

    def forward(self, x):
        return torch.cat([self.soft, x])


def tune(width):
    prompt = Prompt(width)
    return prompt, torch.optim.SGD([prompt.soft], lr=0.1)


# It is changed by hand.
class ByHand(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = torch.randn(width, requires_grad=True)

    def forward(self, x):
        return x * self.weight

    def update(self, rate):
        with torch.no_grad():
            self.weight -= rate * self.weight.grad


# A constant, and no module.
class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = torch.tensor([0.5, 0.5, 0.5])
        self.start = nn.Parameter(torch.zeros(3))

    def forward(self, x):
        return x - self.mean + self.start


class Curve:
    def __init__(self):
        self.points = torch.rand(4, requires_grad=True)

    def forward(self, t):
        return t * self.points


# It says itself what it learns.
class Own(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = torch.randn(width, requires_grad=True)

    def forward(self, x):
        return x * self.weight

    def parameters(self, recurse=True):
        return iter([self.weight])
