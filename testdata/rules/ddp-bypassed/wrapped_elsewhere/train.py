import torch
import torch.nn.functional as F
from parallel import synced, wrap
from torch.utils.data import DataLoader, DistributedSampler
from torchvision.models import resnet18


def past_the_wrapper(data, rank, every):
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 64, sampler=sampler, num_workers=4, pin_memory=True)
    net = wrap(resnet18(), rank)
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
    for epoch in range(9):
        sampler.set_epoch(epoch)
        for i, (x, y) in enumerate(loader):
            last = (i + 1) % every == 0
            with synced(net, last):
                loss = F.cross_entropy(net.module(x), y)  # want "the loss is computed by net.module"
                (loss / every).backward()
            if last:
                optimizer.step()
                optimizer.zero_grad()


def by_the_wrapper(data, rank, every):
    sampler = DistributedSampler(data)
    loader = DataLoader(data, 64, sampler=sampler, num_workers=4, pin_memory=True)
    net = wrap(resnet18(), rank)
    optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
    for epoch in range(9):
        sampler.set_epoch(epoch)
        for i, (x, y) in enumerate(loader):
            last = (i + 1) % every == 0
            with synced(net, last):
                loss = F.cross_entropy(net(x), y)
                (loss / every).backward()
            if last:
                optimizer.step()
                optimizer.zero_grad()
    torch.save(net.module.state_dict(), "net.pt")
