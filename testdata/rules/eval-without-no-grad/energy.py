import torch
import torch.nn as nn


# The forward pass differentiates: under no_grad it would raise.
class Energy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)

    def forward(self, x):
        x = x.detach().requires_grad_()
        return torch.autograd.grad(self.net(x).sum(), x, create_graph=True)[0]


def test(model, loader):
    model.eval()
    for x, y in loader:
        print((model(x) - y).abs().mean())
