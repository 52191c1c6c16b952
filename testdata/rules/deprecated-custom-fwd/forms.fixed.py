import functools

import torch


class Double(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cuda")  # want "torch.cuda.amp.custom_fwd is deprecated since torch 2.4 and warns at import: torch.amp.custom_fwd\(…, device_type=.cuda.\)"
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    @torch.amp.custom_bwd(device_type="cuda")  # want "torch.cuda.amp.custom_bwd is deprecated"
    def backward(ctx, grad):
        return 2 * grad


class Triple(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(cast_inputs=torch.float32, device_type="cuda")  # want "custom_fwd"
    def forward(ctx, x):
        return 3 * x

    @staticmethod
    @torch.amp.custom_bwd(device_type="cuda")  # want "custom_bwd"
    def backward(ctx, grad):
        return 3 * grad


class Quadruple(torch.autograd.Function):
    forward = staticmethod(torch.amp.custom_fwd(lambda ctx, x: 4 * x, device_type="cuda"))  # want "custom_fwd"
    backward = staticmethod(torch.amp.custom_bwd(lambda ctx, x: 4 * x, device_type="cuda"))  # want "custom_bwd"


half = functools.partial(torch.amp.custom_fwd, cast_inputs=torch.float16, device_type="cuda")  # want "custom_fwd"
