import torch.nn as nn
import torch.nn.functional as F
from registry import MODELS


@MODELS.register()
class Probabilities(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.head = nn.Linear(3072, classes)

    def forward(self, x):
        return F.softmax(self.head(x.flatten(1)), dim=1)


@MODELS.register(name="plain")
class Logits(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.head = nn.Linear(3072, classes)

    def forward(self, x):
        return self.head(x.flatten(1))
