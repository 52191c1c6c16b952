import torch
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader


def endless(dataset, in_order=False):
    loader = DataLoader(dataset, batch_size=8, shuffle=(not in_order))
    while True:
        yield from loader


def endless_in_order(dataset):
    loader = DataLoader(dataset, batch_size=8)  # want "every process of DistributedDataParallel walks over all of dataset"
    while True:
        yield from loader


def run(model, data, steps):
    model = DistributedDataParallel(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        model(next(data)).mean().backward()
        optimizer.step()


def main(model, dataset, steps):
    torch.distributed.init_process_group("nccl")
    run(model, endless(dataset), steps)


def main_in_order(model, dataset, steps):
    torch.distributed.init_process_group("nccl")
    run(model, endless_in_order(dataset), steps)
