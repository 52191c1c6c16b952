from torch import nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 64)
        self.last = nn.Linear(64, 1)

    def forward(self, x):
        return self.last(self.first(x).relu())
