import torch
from torch import nn
from torch.nn.parallel import DataParallel


def start(net, args):
    net.cuda()
    net = torch.compile(net, mode="max-autotune")  # want "this does nothing: torch.compile\(\) gives another module around net and leaves that one as it is"
    if args.many:
        nn.DataParallel(net)  # want "nn.DataParallel\(\) gives another module"
    return net


class Trainer:
    def __init__(self, net, parallel):
        self.net = net
        torch.compile(self.net)  # want "around self.net"
        if parallel:
            DataParallel(self.net, [0, 1])  # want "DataParallel\(\) gives"


def kept(net, x):
    fast = torch.compile(net)
    net.compile()
    torch.compile(net)(x)
    both = [torch.compile(one) for one in (net, fast)]
    try:
        torch.compile(net)
    except RuntimeError:
        both.clear()
    return torch.compile(net), both
