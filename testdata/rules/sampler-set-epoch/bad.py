import torch
from torch.utils.data import DataLoader
from torch.utils.data.distributed import DistributedSampler


def main(model, dataset, optimizer, epochs):
    sampler = DistributedSampler(dataset, shuffle=True)  # want "the DistributedSampler of loader is never told the epoch"
    loader = DataLoader(dataset, batch_size=32, sampler=sampler)
    for epoch in range(epochs):
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def inline(model, dataset, optimizer, epochs):
    loader = DataLoader(dataset, sampler=torch.utils.data.DistributedSampler(dataset))  # want "call set_epoch at the top of the loop at line 18"
    for epoch in range(epochs):
        train(model, loader, optimizer)


def train(model, data, optimizer):
    for batch in data:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
