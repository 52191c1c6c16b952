import os

import torch
from torch import nn


# The driver reads the variable when CUDA starts: behind it, the line does nothing.
def main(loader):
    if torch.cuda.is_available():
        print(torch.cuda.get_device_name(0))
    os.environ["CUDA_LAUNCH_BLOCKING"] = "1"
    net = nn.Linear(8, 8).cuda()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in loader:
        optimizer.zero_grad()
        net(x.cuda()).sum().backward()
        optimizer.step()


def early(loader):
    if torch.cuda.is_available():
        torch.cuda.manual_seed_all(1)  # waits until CUDA starts
    net = nn.Linear(8, 8).cuda()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in loader:
        optimizer.zero_grad()
        net(x.cuda()).sum().backward()
        optimizer.step()
