# Samplers that give every item, in each process, and one that draws as many as it is told.
import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import BatchSampler, DataLoader, RandomSampler, SequentialSampler, WeightedRandomSampler


def model_of(rank):
    return DistributedDataParallel(nn.Linear(8, 2).cuda(rank), device_ids=[rank])


def train(loader):
    model = model_of(int(os.environ["LOCAL_RANK"]))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def in_order(data):
    dist.init_process_group("nccl")
    train(DataLoader(data, batch_size=64, sampler=SequentialSampler(data)))  # want "every process of DistributedDataParallel walks over all of data"


def shuffled(data):
    dist.init_process_group("nccl")
    order = RandomSampler(data)
    train(DataLoader(data, batch_size=64, sampler=order))  # want "walks over all of data"


def drawn(data, weights):
    dist.init_process_group("nccl")
    train(DataLoader(data, batch_size=64, sampler=WeightedRandomSampler(weights, 1000)))
    train(DataLoader(data, batch_size=64, sampler=RandomSampler(data, replacement=True, num_samples=1000)))
    train(DataLoader(data, batch_sampler=BatchSampler(RandomSampler(data), 64, True)))
