# Samplers of the project's own that are distributed ones.
import torch
from torch.utils.data import DataLoader, DistributedSampler
from torch.nn import functional as F


class BucketSampler(torch.utils.data.distributed.DistributedSampler):
    def __init__(self, dataset, size, num_replicas=None, rank=None, shuffle=True):
        super().__init__(dataset, num_replicas=num_replicas, rank=rank, shuffle=shuffle)
        self.size = size

    def __iter__(self):
        g = torch.Generator()
        g.manual_seed(self.epoch)
        order = torch.randperm(len(self.dataset), generator=g).tolist() if self.shuffle else list(range(len(self.dataset)))
        return iter(order[self.rank::self.num_replicas])


class FreshSampler(DistributedSampler):
    def __init__(self, dataset, shuffle=True):
        super().__init__(dataset, shuffle=shuffle)

    def __iter__(self):
        return iter(torch.randperm(len(self.dataset)).tolist()[self.rank::self.num_replicas])


def buckets(dataset, model, optimizer):
    sampler = BucketSampler(dataset, 8, shuffle=True)  # want "never told the epoch"
    loader = DataLoader(dataset, batch_sampler=sampler)
    for epoch in range(10):
        run_epoch(loader, model, optimizer)


def told(dataset, model, optimizer):
    sampler = FreshSampler(dataset, shuffle=True)
    loader = DataLoader(dataset, batch_sampler=sampler)
    for epoch in range(10):
        run_epoch(loader, model, optimizer)


def sequential(dataset, model, optimizer):
    sampler = BucketSampler(dataset, 8, shuffle=False)
    loader = DataLoader(dataset, batch_sampler=sampler)
    for epoch in range(10):
        run_epoch(loader, model, optimizer)


def run_epoch(loader, model, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
