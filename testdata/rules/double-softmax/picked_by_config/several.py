import torch.nn as nn
import torch.nn.functional as F


class Probabilities(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.head = nn.Linear(784, classes)

    def forward(self, x):
        return F.softmax(self.head(x.flatten(1)), dim=1)


class Logits(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.head = nn.Linear(784, classes)

    def forward(self, x):
        return self.head(x.flatten(1))
