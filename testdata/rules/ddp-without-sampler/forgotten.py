import torch
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, Subset
from torch.utils.data.distributed import DistributedSampler


def fit(net, batches, optimizer):
    for batch in batches:
        optimizer.zero_grad()
        net(batch).mean().backward()
        optimizer.step()


def made_and_told_the_epoch(args, net, pictures):
    if args.distributed:
        net = DDP(net)
        order = DistributedSampler(pictures)
    else:
        order = None
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batches = DataLoader(pictures, batch_size=8, shuffle=order is None)  # want "every process of DistributedDataParallel walks over all of pictures"
    for epoch in range(9):
        if args.distributed:
            order.set_epoch(epoch)
        fit(net, batches, optimizer)


def given(args, net, pictures):
    if args.distributed:
        net = DDP(net)
        order = DistributedSampler(pictures)
    else:
        order = None
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batches = DataLoader(pictures, batch_size=8, sampler=order, shuffle=order is None)
    for epoch in range(9):
        if args.distributed:
            order.set_epoch(epoch)
        fit(net, batches, optimizer)


def of_other_data(args, net, pictures, held_out):
    if args.distributed:
        net = DDP(net)
        order = DistributedSampler(held_out)
        order.set_epoch(0)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batches = DataLoader(pictures, batch_size=8, shuffle=True)
    fit(net, batches, optimizer)


def given_to_others(args, net, pictures, share):
    if args.distributed:
        net = DDP(net)
        order = DistributedSampler(pictures)
        share(order)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batches = DataLoader(pictures, batch_size=8, shuffle=True)
    fit(net, batches, optimizer)


def gone_over(args, net, pictures):
    kept = []
    if args.distributed:
        net = DDP(net)
        order = DistributedSampler(pictures)
        for index in order:
            kept.append(index)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    batches = DataLoader(pictures, batch_size=8, shuffle=True)
    fit(net, batches, optimizer)
    return Subset(pictures, kept)


class Kept:
    def __init__(self, args, net, pictures):
        if args.distributed:
            net = DDP(net)
            self.order = DistributedSampler(pictures)
        optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
        batches = DataLoader(pictures, batch_size=8, shuffle=True)
        fit(net, batches, optimizer)
