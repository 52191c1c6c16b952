import torch
from torch import nn
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def loader_of(data):
    sampler = DistributedSampler(data)  # want "of loader, as made for the call at line 14, is never told the epoch"
    loader = DataLoader(data, batch_size=4, sampler=sampler, num_workers=2, pin_memory=True)
    return loader, sampler


def main(model, labeled, unlabeled):
    other_loader, other_sampler = loader_of(unlabeled)
    loader, sampler = loader_of(labeled)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        sampler.set_epoch(epoch)
        for (x, y), other in zip(loader, other_loader):
            loss = nn.functional.cross_entropy(model(x), y) + model(other).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def main_told(model, labeled, unlabeled):
    other_loader, other_sampler = loader_of(unlabeled)
    loader, sampler = loader_of(labeled)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        sampler.set_epoch(epoch)
        other_sampler.set_epoch(epoch)
        for (x, y), other in zip(loader, other_loader):
            loss = nn.functional.cross_entropy(model(x), y) + model(other).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
