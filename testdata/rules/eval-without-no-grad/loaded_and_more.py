"""Scripts that load a model and run it: each of them has a use for gradients, or none is recorded."""
import time

import torch
from somewhere import attribute
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 3)

    def forward(self, x):
        return self.net(x)


class Quiet(Net):
    @torch.no_grad()
    def forward(self, x):
        return self.net(x)


def loaded(cls):
    net = cls()
    net.load_state_dict(torch.load("net.pt"))
    return net


explained, quiet, held, timed = loaded(Net), loaded(Quiet), loaded(Net), loaded(Net)
for j in range(20):
    attribute(explained, torch.randn(1, 8))
    print(explained(torch.randn(1, 8)).argmax())
for j in range(20):
    print(quiet(torch.randn(1, 8)).argmax())
for j in range(20):
    with torch.inference_mode():
        print(held(torch.randn(1, 8)).argmax())
start = time.time()
for j in range(20):
    timed(torch.randn(1, 8))
print(time.time() - start)
fresh = Net()
for j in range(20):
    print(fresh(torch.randn(1, 8)).argmax())
