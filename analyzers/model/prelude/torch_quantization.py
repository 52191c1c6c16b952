"""Where a model is going to be quantized: while it trains in floating point, these pass on what they get."""
import torch
from torch import nn


class QuantStub(nn.Module):
    def __init__(self, qconfig=None):
        super().__init__()

    def forward(self, x):
        return x


class DeQuantStub(QuantStub):
    pass


class QuantWrapper(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.add_module("quant", QuantStub())
        self.add_module("dequant", DeQuantStub())
        self.add_module("module", module)

    def forward(self, X):
        return self.dequant(self.module(self.quant(X)))


class FloatFunctional(nn.Module):
    def __init__(self):
        super().__init__()
        self.activation_post_process = nn.Identity()

    def add(self, x, y):
        return self.activation_post_process(torch.add(x, y))

    add_scalar = add

    def mul(self, x, y):
        return self.activation_post_process(torch.mul(x, y))

    mul_scalar = mul

    def cat(self, x, dim=0):
        return self.activation_post_process(torch.cat(x, dim=dim))

    def add_relu(self, x, y):
        return self.activation_post_process(torch.relu(torch.add(x, y)))

    def matmul(self, x, y):
        return self.activation_post_process(torch.matmul(x, y))
