import torch

from net import Net

net = Net()
optimizer = torch.optim.Adam(net.parameters())
for step in range(100):
    optimizer.zero_grad()
    net(torch.randn(8, 4)).mean().backward()
    optimizer.step()
torch.save(net.state_dict(), "saved/first.pth")
