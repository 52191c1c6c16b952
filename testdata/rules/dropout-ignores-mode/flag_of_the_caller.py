import torch.nn.functional as F
from torch import nn


class Propagation(nn.Module):
    def __init__(self, size, rate):
        super().__init__()
        self.rate = rate
        self.layer = nn.Linear(size, size)

    def forward(self, x, use_dropout):
        x = self.layer(x)
        if use_dropout and self.rate > 0:
            x = F.dropout(x, p=self.rate)
        return x

    def by_default(self, x, use_dropout=True):
        if use_dropout and self.rate > 0:
            x = F.dropout(x, p=self.rate)  # want "drops out in evaluation mode"
        return x

    def with_rate(self, x, dropout):
        if dropout:
            x = F.dropout(x, dropout)  # want "drops out in evaluation mode"
        return x

    def with_own(self, x):
        if self.rate > 0 and self.use_dropout:
            x = F.dropout(x, p=self.rate)  # want "drops out in evaluation mode"
        return x
