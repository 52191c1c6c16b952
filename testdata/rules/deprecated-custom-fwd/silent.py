import functools

import torch
from packaging import version

if version.parse(torch.__version__) >= version.parse("2.4.0"):
    custom_fwd = functools.partial(torch.amp.custom_fwd, device_type="cuda")
    custom_bwd = functools.partial(torch.amp.custom_bwd, device_type="cuda")
else:
    custom_fwd = torch.cuda.amp.custom_fwd
    custom_bwd = torch.cuda.amp.custom_bwd

if hasattr(torch.amp, "custom_fwd"):
    from torch.amp import custom_fwd as forward_of
else:
    from torch.cuda.amp import custom_fwd as forward_of


class Double(torch.autograd.Function):
    @staticmethod
    @custom_fwd
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    @custom_bwd
    def backward(ctx, grad):
        return 2 * grad


class Triple(torch.autograd.Function):
    @staticmethod
    @forward_of
    def forward(ctx, x):
        return 3 * x

    @staticmethod
    @torch.amp.custom_bwd(device_type="cuda")
    def backward(ctx, grad):
        return 3 * grad
