import torch

from net import Net

net = Net().cuda()
optimizer = torch.optim.Adam(net.parameters())
for step in range(100):
    optimizer.zero_grad()
    net(torch.randn(8, 4).cuda()).mean().backward()
    optimizer.step()
torch.save(net.state_dict(), "saved/second.pth")
