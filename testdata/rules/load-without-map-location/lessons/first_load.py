import torch

from net import Net

net = Net()
net.load_state_dict(torch.load("saved/first.pth"))
net.eval()
with torch.no_grad():
    print(net(torch.randn(1, 4)))
