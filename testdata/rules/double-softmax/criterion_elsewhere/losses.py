import torch.nn as nn
import torch.nn.functional as F


def get_criterion(name, weights=None):
    if name == "ce":
        return nn.CrossEntropyLoss(weight=weights)
    return nn.NLLLoss(weight=weights)


class LabelSmoothing(nn.Module):
    def __init__(self, smoothing=0.1):
        super().__init__()
        self.smoothing = smoothing

    def forward(self, output, target):
        return F.cross_entropy(output, target, label_smoothing=self.smoothing)


class Negative(nn.Module):
    def forward(self, output, target):
        return F.nll_loss(output, target)
