import torch
import torch.nn.functional as F
from torch import nn


class Block(nn.Module):
    def __init__(self, width, rate):
        super().__init__()
        self.rate = rate
        self.drop = nn.Dropout(rate)
        self.first = nn.Linear(width, width)

    def forward(self, x, perturb=False):
        x = F.dropout(self.first(x), self.rate, self.training)
        x = F.dropout(x, p=self.rate, training=self.training)
        x = F.alpha_dropout(x, self.rate)  # its default is training=False
        x = F.dropout(x, 0.0)
        if self.training:
            x = F.dropout(x, self.rate)
        if perturb:  # what is perturbed on purpose
            x = torch.cat((x, nn.Dropout2d(0.5)(x), F.dropout2d(x, 0.5)))
        return self.drop(x)

    def training_pass(self, x):
        return F.dropout(self.first(x), self.rate)


class Sampled(nn.Module):
    def __init__(self, rate, rounds):
        super().__init__()
        self.rate, self.rounds = rate, rounds
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        if self.training:
            return self.head(F.dropout(x, self.rate))
        return torch.stack([self.head(F.dropout(x, self.rate)) for _ in range(self.rounds)]).std(0)


class MCHead(nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate

    def forward(self, x):
        return F.dropout(x, self.rate)


class MonteCarloDropout(nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate

    def forward(self, x):
        return F.dropout(x, self.rate)


# Its dropout is what varies the speech.
class Prenet(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return F.dropout(F.relu(self.layer(x)), 0.5)


# The training draws other edges in each step.
def drop_edges(edges, rate):
    return F.dropout(edges, rate)
