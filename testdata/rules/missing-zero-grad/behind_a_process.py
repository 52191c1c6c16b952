# A process that ends itself does not end the one that has started it.
import sys

import torch
import torch.multiprocessing as mp
from torch import nn


def prepare(rank, shards):
    if shards < rank:
        raise ValueError(shards)
    torch.save(torch.zeros(shards), "shards.pt")
    sys.exit(0)


def train(loader, shards):
    if torch.cuda.device_count() > 1:
        mp.spawn(prepare, args=(shards,), nprocs=2)
    else:
        process = mp.Process(target=prepare, args=(0, shards))
        process.start()
        process.join()
    net = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for inputs, wanted in loader:
        (net(inputs) - wanted).abs().mean().backward()  # want "nothing in this loop clears"
        optimizer.step()


def ends_itself(loader, shards):
    """Called in place, it ends the program."""
    if torch.cuda.device_count() > 1:
        prepare(0, shards)
    else:
        sys.exit(1)
    net = nn.Linear(4, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for inputs, wanted in loader:
        (net(inputs) - wanted).abs().mean().backward()
        optimizer.step()


if __name__ == "__main__":
    train(torch.load("data.pt"), 8)
