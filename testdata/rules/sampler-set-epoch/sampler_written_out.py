# A sampler that is written out, as torch's was copied before it could shuffle.
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


# It counts for itself.
class CountingShards(RandomShards):
    def __iter__(self):
        g = torch.Generator()
        g.manual_seed(self.seed + self.epoch)
        self.epoch += 1
        return iter(torch.randperm(len(self.dataset), generator=g).tolist()[dist.get_rank()::dist.get_world_size()])


def untold(dataset, model, optimizer):
    sampler = ShardSampler(dataset)  # want "the ShardSampler of loader is never told the epoch"
    loader = DataLoader(dataset, batch_size=8, sampler=sampler)
    for epoch in range(10):
        run_epoch(loader, model, optimizer)


def untold_without_switch(dataset, model, optimizer):
    loader = DataLoader(dataset, batch_size=8, sampler=RandomShards(dataset, 1))  # want "the RandomShards of loader is never told the epoch"
    for epoch in range(10):
        run_epoch(loader, model, optimizer)


def in_order(dataset, model, optimizer):
    loader = DataLoader(dataset, batch_size=8, sampler=ShardSampler(dataset, shuffle=False))
    for epoch in range(10):
        run_epoch(loader, model, optimizer)


def counted(dataset, model, optimizer):
    loader = DataLoader(dataset, batch_size=8, sampler=CountingShards(dataset))
    for epoch in range(10):
        run_epoch(loader, model, optimizer)


def run_epoch(loader, model, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
