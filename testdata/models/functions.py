"""Operations whose forward and backward a program writes itself: what each keeps, and what its backward allocates."""
import torch
from torch import nn


class Sign(torch.autograd.Function):
    """The gradient goes through as it came."""

    @staticmethod
    def forward(ctx, x):
        return (x > 0).to(x.dtype)

    @staticmethod
    def backward(ctx, grad):
        return grad


class Gate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.sigmoid(x)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        s = torch.sigmoid(x)
        return grad * (s * (1 + x * (1 - s)))


class Turned(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad.neg() * ctx.factor, None


class Scaled(torch.autograd.Function):
    """As it is written since torch 2.0, with two outputs."""

    @staticmethod
    def forward(x, weight):
        return x * weight, x + weight

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, a, b):
        x, weight = ctx.saved_tensors
        first = second = None
        if ctx.needs_input_grad[0]:
            first = a * weight + b
        if ctx.needs_input_grad[1]:
            second = (a * x + b).sum(0)
        return first, second


class Normalized(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight, bias, eps):
        ctx.eps = eps
        mean = x.mean(1, keepdim=True)
        spread = (x - mean).pow(2).mean(1, keepdim=True)
        y = (x - mean) / (spread + eps).sqrt()
        ctx.save_for_backward(y, spread, weight)
        return y * weight + bias

    @staticmethod
    def backward(ctx, grad):
        y, spread, weight = ctx.saved_tensors
        inner = grad * weight
        shift = inner.mean(1, keepdim=True)
        scale = (inner * y).mean(1, keepdim=True)
        return (inner - y * scale - shift) / torch.sqrt(spread + ctx.eps), (grad * y).sum(0), grad.sum(0), None


class Between(nn.Module):
    def __init__(self, kind, width=96):
        super().__init__()
        self.into, self.out = nn.Linear(32, width), nn.Linear(width, 32)
        self.weight, self.bias = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))
        self.kind = kind

    def forward(self, x):
        x = self.into(x)
        if self.kind == "sign":
            x = Sign.apply(x)
        elif self.kind == "gate":
            x = Gate.apply(x)
        elif self.kind == "turned":
            x = Turned.apply(x, 0.5)
        elif self.kind == "scaled":
            first, second = Scaled.apply(x, self.weight)
            x = first * torch.sigmoid(second)
        else:
            x = Normalized.apply(x, self.weight, self.bias, 1e-6)
        return self.out(x)
