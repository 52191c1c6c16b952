import functools

import torch
import torch.cuda.amp as amp
from torch.cuda.amp import custom_bwd, custom_fwd


class Double(torch.autograd.Function):
    @staticmethod
    @custom_fwd  # want "torch.cuda.amp.custom_fwd is deprecated since torch 2.4 and warns at import: torch.amp.custom_fwd\(…, device_type=.cuda.\)"
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    @custom_bwd  # want "torch.cuda.amp.custom_bwd is deprecated"
    def backward(ctx, grad):
        return 2 * grad


class Triple(torch.autograd.Function):
    @staticmethod
    @torch.cuda.amp.custom_fwd(cast_inputs=torch.float32)  # want "custom_fwd"
    def forward(ctx, x):
        return 3 * x

    @staticmethod
    @amp.custom_bwd  # want "custom_bwd"
    def backward(ctx, grad):
        return 3 * grad


class Quadruple(torch.autograd.Function):
    forward = staticmethod(custom_fwd(lambda ctx, x: 4 * x))  # want "custom_fwd"
    backward = staticmethod(custom_bwd(lambda ctx, x: 4 * x))  # want "custom_bwd"


half = functools.partial(custom_fwd, cast_inputs=torch.float16)  # want "custom_fwd"
