import itertools
from itertools import cycle

import torch
from torch import nn
from torch.utils.data import DataLoader


def train(model: nn.Module, labeled, unlabeled, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    source = DataLoader(labeled, batch_size=32, shuffle=True)
    batches = iter(cycle(source))  # want "itertools.cycle keeps every batch of source in host memory"
    for _ in range(steps):
        x, y = next(batches)
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x.cuda()), y.cuda()).backward()
        optimizer.step()


class Joint:
    def __init__(self, loaders, longest):
        self.loaders, self.longest = loaders, longest

    def __iter__(self):
        return zip(*[itertools.cycle(loader) if loader is not self.longest else loader for loader in self.loaders])  # want "itertools.cycle keeps"


def evaluate(step, val_loader, steps):
    val_loader = cycle(val_loader)  # want "itertools.cycle keeps every batch of val_loader"
    return [step(next(val_loader)) for _ in range(steps)]
