import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler


def get_loader(data):
    sampler = DistributedSampler(data) if dist.is_available() and dist.is_initialized() else None  # want "as made for the call at line 30"
    return DataLoader(data, batch_size=16, sampler=sampler, shuffle=sampler is None, num_workers=4)


def main(config, data, model, criterion):
    """The script makes the loader again where its config says that it is distributed, and tells that one."""
    loader = get_loader(data)
    distributed = bool(config.distributed)
    if distributed:
        sampler = DistributedSampler(loader.dataset, shuffle=True, drop_last=True)
        loader = DataLoader(loader.dataset, batch_size=16, sampler=sampler, num_workers=4)
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(10):
        if distributed and hasattr(loader.sampler, "set_epoch"):
            loader.sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()


def untold(config, data, model, criterion):
    """Another loader is told."""
    loader, other = get_loader(data), DataLoader(data, sampler=DistributedSampler(data), num_workers=4)
    optimizer = torch.optim.AdamW(model.parameters())
    for epoch in range(10):
        other.sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
        for x, y in other:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()
