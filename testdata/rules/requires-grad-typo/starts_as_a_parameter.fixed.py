# A parameter is trained from the start: the misspelt line changes nothing, whatever the file freezes elsewhere.
import torch
import torch.nn as nn


class Slopes(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.slope = nn.Parameter(torch.ones(size))
        self.slope.requires_grad = True  # want note "spell it requires_grad"
        self.fixed = nn.Parameter(torch.ones(size), requires_grad=False)
        self.fixed.requires_grad = True  # want error "spell it requires_grad"
        self.other = nn.Parameter(torch.ones(size))
        self.other.requires_grad = False  # want error "spell it requires_grad"
        self.later.requires_grad = True  # want error "spell it requires_grad"
        self.later = nn.Parameter(torch.ones(size))

    def thaw(self):
        self.slope.requires_grad = True  # want error "spell it requires_grad"


def freeze(model):
    for p in model.parameters():
        p.requires_grad = False
