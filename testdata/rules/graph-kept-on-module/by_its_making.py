import torch
import torch.nn.functional as F
from torch import nn


# What is kept says by how it was computed that it is a map to be looked at, whatever it is called.
class Last(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.heads = heads
        self.last = None

    def forward(self, x):
        b, n, d = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        a = (q @ k.transpose(-1, -2) * d**-0.5).softmax(-1)
        self.last = a  # want "self.last keeps a with its autograd graph"
        return (a @ v).transpose(1, 2).reshape(b, n, d)


class Masked(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x, mask):
        scores = torch.matmul(self.q(x), self.k(x).transpose(1, 2))
        p = F.softmax(scores.masked_fill(mask, -1e9), dim=-1)
        self.p = p  # want "self.p keeps p with its autograd graph"
        return torch.bmm(p, self.v(x))


# The weights of experts may be a term of the loss, in a program that is not here.
class Mixture(nn.Module):
    def __init__(self, dim, n):
        super().__init__()
        self.router = nn.Linear(dim, n)
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(n))

    def forward(self, x):
        w = self.router(x).softmax(-1)
        self.w = w
        return sum(w[..., i : i + 1] * e(x) for i, e in enumerate(self.experts))


class Routed(nn.Module):
    def __init__(self, dim, n):
        super().__init__()
        self.keys = nn.Parameter(torch.randn(n, dim))
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(n))

    def forward(self, x):
        w = (x @ self.keys.t()).softmax(-1)
        self.router_weights = w
        return sum(w[..., i : i + 1] * e(x) for i, e in enumerate(self.experts))


class Detached(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x):
        a = (self.q(x) @ self.k(x).transpose(1, 2)).softmax(-1)
        self.last = a.detach()
        return a @ x
