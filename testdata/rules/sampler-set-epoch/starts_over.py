# Programs that count iterations, and start over when their data is used up.
import itertools

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def by_iterations(model, dataset, optimizer, args):
    sampler = DistributedSampler(dataset)  # want "every pass over the data has the order of the first"
    loader = DataLoader(dataset, batch_size=8, sampler=sampler, drop_last=True)
    batches = iter(loader)
    for step in range(args.steps):
        try:
            images, labels = next(batches)
        except StopIteration:
            batches = iter(loader)
            images, labels = next(batches)
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


def for_ever(loader):
    while True:
        for batch in loader:
            yield batch


def endless(model, dataset, optimizer, args):
    sampler = DistributedSampler(dataset, shuffle=True)  # want "with the number of the pass before the next one begins at line 27"
    batches = for_ever(DataLoader(dataset, batch_size=8, sampler=sampler))
    for step in range(args.steps):
        images, labels = next(batches)
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


# The number of the pass is told.
def told(model, dataset, optimizer, args):
    sampler = DistributedSampler(dataset)
    loader = DataLoader(dataset, batch_size=8, sampler=sampler)
    batches, passes = iter(loader), 0
    for step in range(args.steps):
        try:
            images, labels = next(batches)
        except StopIteration:
            passes += 1
            sampler.set_epoch(passes)
            batches = iter(loader)
            images, labels = next(batches)
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


def in_order(model, dataset, optimizer, args):
    batches = for_ever(DataLoader(dataset, batch_size=8, sampler=DistributedSampler(dataset, shuffle=False)))
    for step in range(args.steps):
        images, labels = next(batches)
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


# One pass, and the end of the data is the end of the training.
def until_it_ends(model, dataset, optimizer, args):
    loader = DataLoader(dataset, batch_size=8, sampler=DistributedSampler(dataset))
    batches = iter(loader)
    while True:
        try:
            images, labels = next(batches)
        except StopIteration:
            break
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


# The iterator is made in the first lap, once.
def made_late(model, dataset, optimizer, args):
    loader = DataLoader(dataset, batch_size=8, sampler=DistributedSampler(dataset))
    batches = None
    for step in range(args.steps):
        if batches is None:
            batches = iter(loader)
        images, labels = next(batches)
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()


# What starts over is what it is measured on; it is trained on once.
def measured(model, dataset, held_out, optimizer, args):
    loader = DataLoader(dataset, batch_size=8, sampler=DistributedSampler(dataset))
    checks = for_ever(DataLoader(held_out, batch_size=8, sampler=DistributedSampler(held_out)))
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(images), labels).backward()
        optimizer.step()
    with torch.no_grad():
        for images, labels in itertools.islice(checks, 10):
            print(F.cross_entropy(model(images), labels))
