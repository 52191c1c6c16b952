import torch
from torch import nn


def train(loader, path):
    net = nn.Linear(4, 2).cuda()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x.cuda()), y.cuda()).backward()
        optimizer.step()
    torch.save(net.state_dict(), path)
