from torch import nn
from torch.nn import functional as F


class Smoothed(nn.Module):
    def forward(self, inputs, targets):
        return F.cross_entropy(inputs, targets) + 0.1 * inputs.pow(2).mean()
