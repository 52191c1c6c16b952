import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten())
        self.head = nn.LazyLinear(10)

    def forward(self, x):
        return self.head(self.body(x))

    def freeze_bn(self):
        for m in self.modules():
            if isinstance(m, nn.BatchNorm2d):
                m.eval()


def freeze_norms(net):
    for name, m in net.named_modules():
        if isinstance(m, (nn.BatchNorm2d, nn.SyncBatchNorm)):
            m.eval()
            m.weight.requires_grad = False
            m.bias.requires_grad = False


def set_bn_eval(m):
    if m.__class__.__name__.find("BatchNorm") != -1:
        m.eval()


def one_epoch(net, loader, optimizer):
    net.train()  # want "puts the norms back that were put into evaluation mode once, before this loop: they normalize with the batch and move their running statistics again; put them into evaluation mode behind it, each time"
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()


def of_the_class(loader):
    net = Net()
    net.freeze_bn()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(10):
        one_epoch(net, loader, optimizer)


def walked(net, loader, frozen):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    if frozen:
        freeze_norms(net)
    for epoch in range(10):
        net.train()  # want "puts the norms back"
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x), y).backward()
            optimizer.step()


def applied(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    net.apply(set_bn_eval)
    for epoch in range(10):
        net.train(True)  # want "puts the norms back"
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(net(x), y).backward()
            optimizer.step()
