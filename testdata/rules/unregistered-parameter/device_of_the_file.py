# The device is a variable of the file, and nothing in it makes the module.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
host = torch.device("cpu")


class Prompt(nn.Module):
    def __init__(self, n, width):
        super().__init__()
        self.tokens = nn.Parameter(torch.randn(n, width)).to(device)  # want "Parameter"

    def forward(self, x):
        return x + self.tokens


class OnTheHost(nn.Module):
    def __init__(self, n, width):
        super().__init__()
        self.tokens = nn.Parameter(torch.randn(n, width)).to(host)

    def forward(self, x):
        return x + self.tokens
