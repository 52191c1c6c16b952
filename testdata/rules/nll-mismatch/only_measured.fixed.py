import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 3)

    def forward(self, x):
        return self.fc(x)


def train(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def test(net, loader):
    total = 0.0
    for x, y in loader:
        total += F.cross_entropy(net(x), y).item()  # want "given logits .*: what is measured is minus the mean logit"
    print(total)


def learn_it(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.cross_entropy(net(x), y)  # want "it falls without end"
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main(loader):
    net = Net()
    train(net, loader)
    test(net, loader)
    learn_it(Net(), loader)
