import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler


def in_a_group(args, net, ds, optimizer):
    if args.distributed:
        dist.init_process_group("nccl")
        net = DDP(net)
    loader = DataLoader(ds, shuffle=True)  # want "every process of DistributedDataParallel walks over all of ds"
    for batch in loader:
        optimizer.zero_grad()
        net(batch).mean().backward()
        optimizer.step()


def in_no_group(args, net, ds, optimizer):
    if args.distributed:
        net = DDP(net)
    loader = DataLoader(ds, shuffle=True)
    for batch in loader:
        optimizer.zero_grad()
        net(batch).mean().backward()
        optimizer.step()


def beside_a_loader_that_shares(args, net, ds, held_out, optimizer):
    if args.distributed:
        dist.init_process_group("nccl")
        net = DDP(net)
        other = DataLoader(held_out, sampler=DistributedSampler(held_out))
    loader = DataLoader(ds, shuffle=True)
    for batch in loader:
        optimizer.zero_grad()
        net(batch).mean().backward()
        optimizer.step()
    return other


def always(net, ds, optimizer):
    net = DDP(net)
    loader = DataLoader(ds, shuffle=True)  # want "every process of DistributedDataParallel"
    for batch in loader:
        optimizer.zero_grad()
        net(batch).mean().backward()
        optimizer.step()


def on_another_way(args, net, ds, optimizer):
    dist.init_process_group("nccl")
    if args.distributed:
        net = DDP(net)
        loader = DataLoader(ds, sampler=DistributedSampler(ds))
    else:
        loader = DataLoader(ds, shuffle=True)
    for batch in loader:
        optimizer.zero_grad()
        net(batch).mean().backward()
        optimizer.step()
