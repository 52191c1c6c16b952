import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler, IterableDataset

dist.init_process_group("nccl")


def train(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def shards(net, ds, optimizer):
    model = DDP(net)
    train(model, DataLoader(ds, sampler=DistributedSampler(ds)), optimizer)


def shards_by_itself(net, ds, optimizer):
    model = DDP(net)
    part = torch.utils.data.Subset(ds, range(dist.get_rank(), len(ds), dist.get_world_size()))
    train(model, DataLoader(part, shuffle=True), optimizer)


class Stream(IterableDataset):
    def __iter__(self):
        yield from self.rows[dist.get_rank()::dist.get_world_size()]


def streams(net, optimizer):
    model = DDP(net)
    train(model, DataLoader(Stream()), optimizer)


def one_process(net, ds, optimizer):
    train(net, DataLoader(ds, shuffle=True), optimizer)
