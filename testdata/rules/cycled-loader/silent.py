import itertools

import torch
from torch import nn
from torch.utils.data import DataLoader


def cycle(loader):
    while True:
        yield from loader


def train(model: nn.Module, data, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = DataLoader(data, batch_size=32, shuffle=True)
    batches = cycle(loader)
    colors = itertools.cycle(["red", "green"])
    for _ in range(steps):
        x, y = next(batches)
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x.cuda()), y.cuda()).backward()
        optimizer.step()
        print(next(colors))


# One batch, learnt by heart on purpose.
def overfit(model: nn.Module, data, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = [next(iter(DataLoader(data, batch_size=32)))]
    batches = itertools.cycle(loader)
    for _ in range(steps):
        x, y = next(batches)
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x.cuda()), y.cuda()).backward()
        optimizer.step()


def indices(dataset):
    return iter(itertools.cycle(range(len(dataset))))


# What it gives are loaders.
def by_turns(step, train_loader, rounds):
    loaders = itertools.cycle(train_loader)
    for _ in range(rounds):
        train_loader = next(loaders)
        for batch in train_loader:
            step(batch)


# The same batches in the same order, cycle or not.
def replayed(trajectories):
    loader = DataLoader(torch.utils.data.TensorDataset(*trajectories), batch_size=8)
    return itertools.cycle(loader)
