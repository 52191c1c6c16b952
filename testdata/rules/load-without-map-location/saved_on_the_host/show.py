import sys

import torch

from net import Net

# What was saved here stood on the host.
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = Net()
net.load_state_dict(torch.load(sys.argv[1]))
net.to(device).eval()
with torch.no_grad():
    print(net(torch.ones(1, 8, device=device)).argmax(-1).item())
