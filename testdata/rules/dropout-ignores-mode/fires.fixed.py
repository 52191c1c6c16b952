import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, width, rate):
        super().__init__()
        self.rate = rate
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)

    def forward(self, x):
        x = F.dropout(F.relu(self.first(x)), self.rate, training=self.training)  # want "this drops out in evaluation mode, too"
        if self.rate > 0.0 and self.drops:
            x = torch.nn.functional.dropout(x, p=self.rate, training=self.training)  # want "pass training=self.training"
        return nn.Dropout(0.1)(self.second(x))  # want "is in training mode each time"

    @property
    def drops(self):
        return True


class Attention(nn.Module):
    def __init__(self, width, dropout=0.1):
        super().__init__()
        self.dropout = dropout
        self.qkv = nn.Linear(width, 3 * width)

    def mix(self, weights):
        return F.dropout(weights.softmax(-1), training=self.training)  # want "its default is training=True"

    def forward(this, x):
        q, k, v = this.qkv(x).chunk(3, -1)
        drop = nn.Dropout(this.dropout)  # want "make it in the constructor"
        return drop(this.mix(q @ k.transpose(-1, -2)) @ v)
