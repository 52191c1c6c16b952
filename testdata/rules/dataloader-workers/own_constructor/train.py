import torch
from loaders import Further, Positional


def fit(net, optimizer, loader):
    for x in loader:
        optimizer.zero_grad()
        net(x.cuda(non_blocking=True)).sum().backward()
        optimizer.step()


def told(net, optimizer):
    fit(net, optimizer, Positional(16, True, 2))


def told_by_its_class(net, optimizer):
    fit(net, optimizer, Further(16))


def left_to_the_constructor(net, optimizer):
    fit(net, optimizer, Positional(16))
