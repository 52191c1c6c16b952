# Nothing here uses a GPU.
import torch
import torch.nn.functional as F
from torch import nn


class Centre(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = torch.zeros(1, 3, 1, 1)

    def forward(self, x):
        return F.relu(x) - self.mean
