import torch
from torch.utils.data import DataLoader, DistributedSampler


def never(model, ds, optimizer, epochs):
    sampler = DistributedSampler(ds)  # want "never told the epoch"
    loader = DataLoader(ds, sampler=sampler)
    for epoch in range(epochs):
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def told(model, ds, optimizer, epochs):
    sampler = DistributedSampler(ds)
    loader = DataLoader(ds, sampler=sampler)
    for epoch in range(epochs):
        sampler.set_epoch(epoch)
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def told_through_the_loader(model, ds, optimizer, epochs):
    loader = DataLoader(ds, sampler=DistributedSampler(ds))
    for epoch in range(epochs):
        loader.sampler.set_epoch(epoch)
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def no_shuffle(model, ds, optimizer, epochs):
    loader = DataLoader(ds, sampler=DistributedSampler(ds, shuffle=False))
    for epoch in range(epochs):
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def one_epoch(model, ds, optimizer):
    loader = DataLoader(ds, sampler=DistributedSampler(ds))
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def made_each_epoch(model, ds, optimizer, epochs):
    for epoch in range(epochs):
        loader = DataLoader(ds, sampler=DistributedSampler(ds, seed=epoch))  # todo-ok
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
