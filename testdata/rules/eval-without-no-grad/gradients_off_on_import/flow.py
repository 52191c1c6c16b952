import torch
from torch import nn

torch.set_grad_enabled(False)  # this program only runs the network


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Conv2d(6, 2, 3, padding=1)

    def forward(self, pair):
        return self.layer(pair)


def estimate(net, pair):
    return net(pair)
