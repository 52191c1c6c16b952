import torch
import torch.nn.functional as F
from torch import nn


def logarithms(model, inputs, targets):
    a = F.nll_loss(F.log_softmax(model(inputs), dim=1), targets)
    b = F.nll_loss(torch.log(F.softmax(model(inputs), dim=1)), targets)
    c = F.nll_loss(F.softmax(model(inputs), dim=1).log(), targets)
    d = F.nll_loss(F.logsigmoid(model(inputs)), targets)
    return a + b + c + d


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Sequential(nn.Linear(8, 3), nn.LogSoftmax(dim=1))

    def forward(self, x):
        return self.head(x)


def evaluate(x, y):
    return nn.NLLLoss()(Net()(x), y)


def mixture(experts, gate, x, y):
    # the logarithm of a sum of probabilities
    weights = F.softmax(gate(x), dim=-1)
    p = sum(w * F.softmax(e(x), dim=-1) for w, e in zip(weights.unbind(-1), experts))
    return F.nll_loss(torch.log(p + 1e-8), y)


def gaussian(mean, target, variance):
    return nn.GaussianNLLLoss()(nn.Linear(2, 2)(mean), target, variance)
