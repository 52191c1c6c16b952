import torch

from net import Net

net = Net()
net.load_state_dict(torch.load("saved/second.pth", map_location="cpu"))  # want note "what was saved from a GPU goes back to one"
net.eval()
with torch.no_grad():
    print(net(torch.randn(1, 4)))
