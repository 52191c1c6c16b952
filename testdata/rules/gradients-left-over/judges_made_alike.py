import itertools

import torch
from torch import nn
from torch.nn.functional import softplus


def maps():
    return nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8))


def discriminator():
    return nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1))


class Both:
    def __init__(self):
        self.there, self.back = maps(), maps()
        self.judge_a, self.judge_b = discriminator(), discriminator()
        self.of_maps = torch.optim.Adam(itertools.chain(self.there.parameters(), self.back.parameters()))
        self.of_judges = torch.optim.Adam(itertools.chain(self.judge_a.parameters(), self.judge_b.parameters()))

    def fooled(self, a, b):
        there, back = self.there(a), self.back(b)
        loss = softplus(-self.judge_b(there)).mean() + softplus(-self.judge_a(back)).mean()
        self.of_maps.zero_grad()
        loss.backward()
        self.of_maps.step()
        return there.detach(), back.detach()

    def told(self, a, b, there, back):
        loss = softplus(-self.judge_a(a)).mean() + softplus(self.judge_a(back)).mean()
        return loss + softplus(-self.judge_b(b)).mean() + softplus(self.judge_b(there)).mean()


def cleared_behind(loader):
    both = Both()
    for a, b in loader:
        there, back = both.fooled(a, b)
        both.told(a, b, there, back).backward()  # want "of_judges also steps on gradients"
        both.of_judges.step()
        both.of_judges.zero_grad()


def cleared_before(loader):
    both = Both()
    for a, b in loader:
        there, back = both.fooled(a, b)
        both.of_judges.zero_grad()
        both.told(a, b, there, back).backward()
        both.of_judges.step()


def two_tasks(loader, body, head):
    """Nobody judges anybody: both losses of a lap may be meant to train the second network."""
    first, second = torch.optim.Adam(body.parameters()), torch.optim.Adam(head.parameters())
    for x, y in loader:
        first.zero_grad()
        head(body(x)).mean().backward()
        first.step()
        (head(body(x).detach()) - y).square().mean().backward()
        second.step()
        second.zero_grad()
