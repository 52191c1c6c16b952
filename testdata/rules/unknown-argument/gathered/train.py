from torch import nn

from opt import make_optimizer, make_right


def fit(loader):
    net = nn.Linear(4, 1)
    for optimizer in (make_optimizer(net, lr=3e-4), make_right(net, lr=3e-4)):
        for x, y in loader:
            optimizer.zero_grad()
            (net(x) - y).pow(2).mean().backward()
            optimizer.step()
