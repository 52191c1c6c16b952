import torch
from loaders import Plain, Positional


def fit(net, optimizer):
    for x in Positional(16, True, 2):
        optimizer.zero_grad()
        net(x.cuda()).sum().backward()
        optimizer.step()


def plain(net, optimizer, dataset):
    for x in Plain(dataset, 16, num_workers=8):  # want "no pin_memory"
        optimizer.zero_grad()
        net(x.cuda()).sum().backward()
        optimizer.step()
