import torch
from torch import nn

net = nn.Linear(8, 3)
net.load_state_dict(torch.load("net.pt"))
for j in range(20):
    print(net(torch.randn(1, 8)).argmax())


def train(loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        loss = nn.functional.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
