"""Layers that take a matrix apart: its determinant, its inverse, equations, a Cholesky factor."""
import torch
import torch.nn as nn


class Solved(nn.Module):
    def __init__(self, how="slogdet", width=32):
        super().__init__()
        self.weight = nn.Parameter(torch.eye(width) + 0.1 * torch.randn(width, width))
        self.how = how

    def forward(self, x):
        w = self.weight
        if self.how == "slogdet":
            return x @ w + torch.slogdet(w)[1]
        if self.how == "inverse":
            return x @ torch.inverse(w)
        if self.how == "solve":
            return torch.linalg.solve(w, x.t())
        if self.how == "cholesky":
            return x @ torch.linalg.cholesky(w @ w.t() + torch.eye(len(w)))
        return torch.linalg.solve_triangular(w.tril(), x.t(), upper=False)
