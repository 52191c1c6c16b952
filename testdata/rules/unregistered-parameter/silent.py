import torch
from torch import nn


class Planner(nn.Module):
    def __init__(self, actions, device):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(actions, 3, device=device))
        self.bias = nn.Parameter(torch.zeros(actions).to(device))
        self.token = nn.Parameter(torch.randn(1, actions) * 0.02)
        self.shift = nn.Parameter(torch.zeros(actions), requires_grad=False).cuda()  # learns nothing, and is meant so
        self.gain = nn.Parameter(torch.ones(actions)).requires_grad_()
        self.half = nn.Parameter(torch.ones(actions)).float()  # it is the same

    def forward(self, x):
        return (x @ self.weight.t() + self.bias) * self.gain * self.half + self.token + self.shift


# On the CPU to() gives the parameter itself.
class Similarity(nn.Module):
    def __init__(self, loss_device):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([10.0])).to(loss_device)

    def forward(self, x):
        return x * self.weight


# What is optimized is given to the optimizer as it is.
class Perturbation:
    def __init__(self, shape):
        self.delta = nn.Parameter(torch.zeros(shape)).cuda()

    def forward(self, x):
        return x + self.delta


loss = Similarity(torch.device("cpu"))
