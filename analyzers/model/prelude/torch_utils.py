import contextlib
import copy

import torch
import torch.nn.functional as F
from torch import nn


class DataParallel(nn.Module):
    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module
        cards = 1
        if dim == 0 and isinstance(device_ids, (list, tuple, range)):
            cards = len(device_ids)
        self.device_ids = list(range(cards))

    def forward(self, *args, **kwargs):
        cards = len(self.device_ids)
        if cards < 2:
            return self.module(*args, **kwargs)
        rows = rows_of(args) or rows_of(kwargs)
        if not rows or rows < 2:
            return self.module(*args, **kwargs)
        share = -(-rows // cards)
        out = self.module(*first_rows(args, share), **first_rows(kwargs, share))
        return gathered(out, share, rows)


def data_parallel(module, inputs, device_ids=None, output_device=None, dim=0, module_kwargs=None):
    """What torch.nn.DataParallel does, for one call."""
    args = inputs if isinstance(inputs, tuple) else () if inputs is None else (inputs,)
    return DataParallel(module, device_ids, output_device, dim)(*args, **(module_kwargs or {}))


def rows_of(values):
    """How many rows a batch has: those of the first tensor."""
    if isinstance(values, torch.Tensor):
        return values.shape[0] if values.dim() > 0 else None
    if isinstance(values, dict):
        values = list(values.values())
    if isinstance(values, (list, tuple)):
        for value in values:
            rows = rows_of(value)
            if rows:
                return rows
    return None


def first_rows(values, share):
    """What the first card gets of a batch: a part of each tensor."""
    if isinstance(values, torch.Tensor):
        return values[:share] if values.dim() > 0 else values
    if isinstance(values, dict):
        return {key: first_rows(value, share) for key, value in values.items()}
    if isinstance(values, (list, tuple)):
        return type(values)([first_rows(value, share) for value in values])
    return values


def gathered(out, share, rows):
    """What all cards give, together on the first: numbers become a row."""
    if isinstance(out, torch.Tensor):
        if out.dim() == 0:
            return nn.functional.pad(out.view(1), (0, -(-rows // share) - 1))
        more = rows - share if out.shape[0] == share else out.shape[0] * (-(-rows // share) - 1)
        return nn.functional.pad(out, [0, 0] * (out.dim() - 1) + [0, more])
    if isinstance(out, dict):
        return {key: gathered(value, share, rows) for key, value in out.items()}
    if isinstance(out, (list, tuple)):
        return type(out)([gathered(value, share, rows) for value in out])
    return out


class DistributedDataParallel(DataParallel):
    require_backward_grad_sync = True

    def __init__(self, module, *args, **kwargs):
        super().__init__(module)

    def no_sync(self):
        return contextlib.nullcontext()

    def join(self, *args, **kwargs):
        return contextlib.nullcontext()


def weight_norm(module, name="weight", dim=0):
    """The weight is made of a direction and a length, anew in each forward pass."""
    weight = module._parameters.pop(name)
    length = [1] * weight.dim() if dim is not None else []
    if dim is not None:
        length[dim] = weight.shape[dim]
    module.register_parameter(name + "_g", nn.Parameter(torch.ones(length)))
    module.register_parameter(name + "_v", nn.Parameter(weight.data))

    def make(module, _):
        if name + "_g" not in module._parameters:  # remove_weight_norm
            return
        direction, length = getattr(module, name + "_v"), getattr(module, name + "_g")
        setattr(module, name, torch._weight_norm(direction, length, dim))

    module.register_forward_pre_hook(make)
    with torch.no_grad():
        make(module, None)
    return module


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """The weight is divided by an estimate of its largest singular value, anew in each forward pass."""
    weight = module._parameters.pop(name)
    if dim is None:
        dim = 1 if isinstance(module, (nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d)) else 0

    def matrix(w):
        if dim != 0:
            w = w.permute(dim, *[d for d in range(w.dim()) if d != dim])
        return w.reshape(w.size(0), -1)

    rows, columns = weight.shape[dim], weight.numel() // weight.shape[dim]
    module.register_parameter(name + "_orig", nn.Parameter(weight.data))
    module.register_buffer(name + "_u", torch.zeros(rows))
    module.register_buffer(name + "_v", torch.zeros(columns))

    def make(module, _):
        weight = getattr(module, name + "_orig")
        u, v = getattr(module, name + "_u"), getattr(module, name + "_v")
        flat = matrix(weight)
        if module.training:
            u, v = torch.zeros(rows), torch.zeros(columns)
        sigma = torch.dot(u, torch.mv(flat, v))
        setattr(module, name, weight / sigma)

    module.register_forward_pre_hook(make)
    with torch.no_grad():
        make(module, None)
    return module


def remove_weight_norm(module, name="weight"):
    direction = module._parameters.pop(name + "_v")
    module._parameters.pop(name + "_g")
    module.register_parameter(name, nn.Parameter(direction.data))
    return module


class AveragedModel(nn.Module):
    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        self.module = copy.deepcopy(model)
        self.register_buffer("n_averaged", torch.tensor(0, dtype=torch.long))

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        return None


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    return None


def _ntuple(n, name=None):
    return lambda x: tuple(x) if isinstance(x, (tuple, list)) else (x,) * n


_single, _pair, _triple, _quadruple = _ntuple(1), _ntuple(2), _ntuple(3), _ntuple(4)
