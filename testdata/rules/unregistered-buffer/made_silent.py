import numpy as np
import torch
from torch import nn

device = "cuda"


# It learns, and an optimizer may have it.
class Learns(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.b = torch.normal(0, 1, (features, 3), requires_grad=True)

    def forward(self, points):
        return points @ self.b.T.to(points.device)


# Moved where it is used.
class AtUse(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weights = self.make(size)
        self.layer = nn.Linear(4, size)

    def make(self, size):
        return torch.linspace(-1, 1, size)

    def forward(self, x):
        return self.layer(x) * self.weights.to(x.device)


# Its maker puts it where it belongs.
class Placed(nn.Module):
    def __init__(self, size, where):
        super().__init__()
        self.weights = self.make(size, where)
        self.layer = nn.Linear(4, size)

    def make(self, size, where):
        return torch.linspace(-1, 1, size, device=where)

    def forward(self, x):
        return self.layer(x) * self.weights


# What a maker gives may be a number, or nothing.
class Either(nn.Module):
    def __init__(self, size, soft):
        super().__init__()
        self.weights = self.make(size, soft)
        self.layer = nn.Linear(4, size)

    def make(self, size, soft):
        if not soft:
            return 1.0
        return torch.linspace(-1, 1, size)

    def forward(self, x):
        return self.layer(x) * self.weights


class OfNumpy(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weights = self.make(size)

    def make(self, size):
        rows = [np.zeros(3)]
        rows.append(torch.zeros(3))
        return np.stack(rows)

    def forward(self, points):
        return points.cpu().numpy() @ self.weights


# One number for each: an element of it is a number to CUDA.
class PerKind(nn.Module):
    def __init__(self, biases):
        super().__init__()
        self.biases = torch.tensor([0.5, 0.25])
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x) + self.biases[0]


# It meets the input where both are on the CPU only; a number of NumPy's is one to CUDA.
class Asked(nn.Module):
    def __init__(self, margin):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.mean = torch.zeros(4) + margin
        self.mean_cuda = None
        self.cos = torch.from_numpy(np.asarray(np.cos(margin))).float()

    def forward(self, x):
        if x.is_cuda:
            if self.mean_cuda is None:
                self.mean_cuda = self.mean.cuda()
            x = x - self.mean_cuda
        else:
            x = x - self.mean
        return self.layer(x) * self.cos
