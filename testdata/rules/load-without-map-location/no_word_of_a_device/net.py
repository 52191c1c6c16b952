from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.a = nn.Linear(n, 2)

    def forward(self, x):
        return self.a(x)


def make(n):
    return Net(n)
