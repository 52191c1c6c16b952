# Samplers that are written out, and told.
import math

import torch
import torch.distributed as dist
from torch.nn import functional as F
from torch.utils.data import DataLoader, Sampler


class ShardSampler(Sampler):
    def __init__(self, dataset, shuffle=True):
        self.dataset = dataset
        self.replicas, self.rank = dist.get_world_size(), dist.get_rank()
        self.epoch = 0
        self.shuffle = shuffle
        self.num_samples = math.ceil(len(dataset) / self.replicas)

    def __iter__(self):
        if self.shuffle:
            g = torch.Generator()
            g.manual_seed(self.epoch)
            order = torch.randperm(len(self.dataset), generator=g).tolist()
        else:
            order = list(range(len(self.dataset)))
        return iter(order[self.rank::self.replicas])

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        """The order goes by it."""
        self.epoch = epoch


# This one has no switch.
class RandomShards(Sampler):
    def __init__(self, dataset, seed=0):
        self.dataset, self.seed, self.epoch = dataset, seed, 0

    def __iter__(self):
        g = torch.Generator()
        g.manual_seed(self.seed + self.epoch)
        return iter(torch.randperm(len(self.dataset), generator=g).tolist()[dist.get_rank()::dist.get_world_size()])

    def __len__(self):
        return len(self.dataset) // dist.get_world_size()

    def set_epoch(self, epoch):
        self.epoch = epoch


# The data does the shuffling.
class Sequential(RandomShards):
    def __iter__(self):
        return iter(range(dist.get_rank(), len(self.dataset), dist.get_world_size()))

    def set_epoch(self, epoch):
        self.dataset.set_epoch(epoch)


def told(dataset, model, optimizer):
    sampler = ShardSampler(dataset)
    loader = DataLoader(dataset, batch_size=8, sampler=sampler)
    for epoch in range(10):
        sampler.set_epoch(epoch)
        run_epoch(loader, model, optimizer)


def told_through_the_loader(dataset, model, optimizer):
    loader = DataLoader(dataset, batch_size=8, sampler=RandomShards(dataset, 1))
    for epoch in range(10):
        loader.sampler.set_epoch(epoch)
        run_epoch(loader, model, optimizer)


def by_the_data(dataset, model, optimizer):
    loader = DataLoader(dataset, batch_size=8, sampler=Sequential(dataset))
    for epoch in range(10):
        run_epoch(loader, model, optimizer)


def run_epoch(loader, model, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
