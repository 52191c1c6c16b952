import torch
from torch import nn


def freeze_norms(net):
    for m in net.modules():
        if isinstance(m, nn.BatchNorm2d):
            m.eval()


def set_bn_eval(m):
    if isinstance(m, nn.BatchNorm2d):
        m.eval()


class Kept(nn.Module):
    """Says itself what train() means."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten())
        self.head = nn.LazyLinear(10)

    def forward(self, x):
        return self.head(self.body(x))

    def train(self, mode=True):
        super().train(mode)
        freeze_norms(self)
        return self


def pass_over(net, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()


def overridden(loader):
    net = Kept()
    freeze_norms(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(10):
        net.train()
        pass_over(net, loader, optimizer)


def each_time(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    freeze_norms(net)
    for epoch in range(10):
        net.train()
        freeze_norms(net)
        pass_over(net, loader, optimizer)


def applied_each_time(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net.apply(set_bn_eval)
    for epoch in range(10):
        net.train()
        net.apply(set_bn_eval)
        pass_over(net, loader, optimizer)


def once(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net.train()
    freeze_norms(net)
    for epoch in range(10):
        pass_over(net, loader, optimizer)


def only_the_head(net, head, loader):
    optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    freeze_norms(net)
    for epoch in range(10):
        head.train()
        for x, y in loader:
            optimizer.zero_grad()
            with torch.no_grad():
                features = net(x)
            nn.functional.cross_entropy(head(features), y).backward()
            optimizer.step()


def one_or_the_other(net, loader, frozen):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    if frozen:
        freeze_norms(net)
    for epoch in range(10):
        if not frozen:
            net.train()
        pass_over(net, loader, optimizer)


def by_name(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    freeze_norms(net)
    for epoch in range(10):
        net.train()
        for name, m in net.named_modules():
            if "bn" in name:
                m.eval()
        pass_over(net, loader, optimizer)
