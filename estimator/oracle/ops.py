#!/usr/bin/env python3
"""Measure what torch's operations make of shapes and what autograd keeps for the backward pass.

    python ops.py --out ../../testdata/oracle/ops.csv       all of cases.txt, on both devices
    python ops.py --only PATTERN                            the cases whose code contains it, to the terminal

Each case runs eagerly on the CPU, and again on a CUDA device that torch's FakeTensorMode stands in for: dispatch,
decomposition and autograd are CUDA's, no kernel runs and no GPU is needed. What keeps its own count in a library
(cuDNN's recurrent layers) has no row for CUDA; on the CPU those are measured without oneDNN, which has a workspace too.
Without a GPU torch cannot ask which attention kernel runs: ATTENTION picks it as aten's sdp_utils.cpp does on one.

saved_bytes: the storages that torch.autograd.graph.saved_tensors_hooks sees and that are alive while the result is,
each counted once, whole; parameters and buffers are not counted, inputs are, and on CUDA nothing that lies on the host.
A tensor of the result is written shape:dtype:strides, with a final g where it needs a gradient.
"""
import argparse
import csv
import gc
import math
import os
import re
import sys
import warnings
import weakref

import torch
import torch.nn.functional as F
from torch import nn
from torch._subclasses import FakeTensorMode

HERE = os.path.dirname(os.path.abspath(__file__))
RECURRENT = re.compile(r"nn\.(LSTM|GRU|RNN)\(")
COLUMNS = "torch device autocast inputs code result saved_bytes parameters buffers error".split()


class Holder:
    """What a saved tensor is packed into: it lives as long as the node that saved it."""

    def __init__(self, tensor):
        self.storage = tensor.untyped_storage()
        self.device = tensor.device.type


def cases(path):
    with open(path) as lines:
        for line in lines:
            line = line.strip()
            if line and not line.startswith("#"):
                inputs, code = (part.strip() for part in line.split("|", 1))
                flags = re.match(r"\[(.*?)\]\s*", inputs)
                yield (flags.group(1) if flags else ""), inputs[flags.end():] if flags else inputs, code


def make(spec):
    """The input that name=shape[:dtype][:c|:p][<n] describes."""
    name, rest = spec.split("=", 1)
    rest, _, limit = rest.partition("<")
    words = rest.split(":")
    shape = [] if words[0] == "-" else [int(n) for n in words[0].split("x")]
    dtype = torch.float32
    for word in words[1:]:
        if word not in ("c", "p"):
            dtype = getattr(torch, word)
    if dtype == torch.bool:
        return name, torch.rand(shape) > 0.5
    if not (dtype.is_floating_point or dtype.is_complex):
        return name, torch.randint(0, int(limit or 2), shape, dtype=dtype)
    value = torch.rand(shape).to(dtype) if not dtype.is_complex else torch.rand(shape, dtype=dtype)
    if "p" in words[1:]:
        return name, nn.Parameter(value)
    return name, value.requires_grad_("c" not in words[1:])


def tensors(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from tensors(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from tensors(item)


def describe(tensor):
    dims = lambda numbers: "x".join(str(n) for n in numbers) or "-"
    text = f"{dims(tensor.shape)}:{str(tensor.dtype)[6:]}:{dims(tensor.stride())}"
    return text + (":g" if tensor.requires_grad else "")


def last_value(code, names):
    """Runs statements that ; separates and gives the value of the last one."""
    *before, last = [part.strip() for part in code.split(";")]
    for statement in before:
        exec(statement, names)
    return eval(last, names)


class Owned:
    """Parameters and buffers of the modules that are called while it is active."""

    def __enter__(self):
        self.parameters, self.buffers = {}, {}
        hook = torch.nn.modules.module.register_module_forward_pre_hook
        self.hook = hook(lambda module, _: self.add(module))
        return self

    def add(self, module):
        for where, tensors in ((self.parameters, module.parameters()), (self.buffers, module.buffers())):
            for tensor in tensors:
                where[tensor.untyped_storage()._cdata] = tensor

    def __exit__(self, *_):
        self.hook.remove()


class Autocast:
    """torch.autocast, also for a device that this machine lacks."""

    def __init__(self, device, dtype):
        self.device, self.dtype = device, dtype

    def __enter__(self):
        if self.dtype:
            torch.set_autocast_enabled(self.device, True)
            torch.set_autocast_dtype(self.device, getattr(torch, self.dtype))
            torch.autocast_increment_nesting()

    def __exit__(self, *_):
        if self.dtype:
            torch.set_autocast_enabled(self.device, False)
            if torch.autocast_decrement_nesting() == 0:
                torch.clear_autocast_cache()


def attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """The kernel that a GPU picks for these inputs, as an operator."""
    if query.device.type == "cuda" and torch.is_autocast_enabled("cuda"):
        lower = {id(t): t.to(torch.get_autocast_dtype("cuda")) for t in (query, key, value)}  # a leaf is cast once
        query, key, value = (lower[id(t)] for t in (query, key, value))
    inputs = (query, key, value)
    if query.device.type != "cuda" or query.dim() != 4:
        return ATTENTION(query, key, value, attn_mask, dropout_p, is_causal, scale=scale, enable_gqa=enable_gqa)
    if query.dtype in (torch.float16, torch.bfloat16) and attn_mask is None:
        return torch.ops.aten._scaled_dot_product_flash_attention(query, key, value, dropout_p, is_causal, False, scale=scale)[0]
    if attn_mask is not None:
        if attn_mask.dtype == torch.bool:
            attn_mask = torch.zeros_like(attn_mask, dtype=query.dtype).masked_fill(attn_mask.logical_not(), float("-inf"))
        if attn_mask.size(-1) % 16:  # rows on boundaries of 16 elements
            attn_mask = F.pad(attn_mask, (0, 16 - attn_mask.size(-1) % 16))[..., : attn_mask.size(-1)]
        attn_mask = attn_mask.expand(*query.shape[:3], key.size(2))
    needs = torch.is_grad_enabled() and any(t.requires_grad for t in inputs)
    return torch.ops.aten._scaled_dot_product_efficient_attention(
        query, key, value, attn_mask, needs, dropout_p, is_causal, scale=scale)[0]


ATTENTION = F.scaled_dot_product_attention
F.scaled_dot_product_attention = attention


def run(device, autocast, inputs, code):
    torch.manual_seed(0)
    holders = weakref.WeakSet()

    def pack(tensor):
        holder = Holder(tensor)
        holders.add(holder)
        return holder

    with torch.device(device), Owned() as owned:
        names = dict(torch=torch, F=F, nn=nn, math=math, **EXTRA)
        made = dict(make(spec) for spec in inputs.split())
        names.update(made)
        for value in made.values():
            if isinstance(value, nn.Parameter):
                owned.parameters[value.untyped_storage()._cdata] = value
        with torch.autograd.graph.saved_tensors_hooks(pack, lambda holder: None), Autocast(device, autocast), \
                torch.backends.mkldnn.flags(enabled=RECURRENT.search(code) is None):
            result = last_value(code, names)
    inputs_only = {id(v) for v in made.values() if isinstance(v, nn.Parameter)}
    for key in [k for k in names if k not in made and k not in EXTRA]:
        del names[key]
    gc.collect()
    kept = {}
    for holder in holders:
        pointer = holder.storage._cdata
        on_host = device == "cuda" and holder.device == "cpu"
        if pointer not in owned.parameters and pointer not in owned.buffers and not on_host:
            kept[pointer] = holder.storage.nbytes()
    count = lambda group: sum(t.numel() for t in group.values() if id(t) not in inputs_only)
    return dict(result=" ".join(describe(t) for t in tensors(result)), saved_bytes=sum(kept.values()),
                parameters=count(owned.parameters), buffers=count(owned.buffers))


EXTRA = {}
try:
    import einops
    import einops.layers.torch
    EXTRA["einops"] = einops
    EXTRA.update(rearrange=einops.rearrange, reduce=einops.reduce, repeat=einops.repeat)
except ImportError:
    pass


def measure(device, flags, inputs, code):
    row = dict(torch=torch.__version__.split("+")[0], device=device, inputs=inputs, code=code, autocast="")
    for flag in flags.split():
        if flag.startswith("autocast="):
            row["autocast"] = flag.split("=")[1]
    try:
        if device == "cuda":
            with FakeTensorMode():
                row.update(run(device, row["autocast"], inputs, code))
        else:
            row.update(run(device, row["autocast"], inputs, code))
    except (RuntimeError, ValueError, IndexError, TypeError, AssertionError, NotImplementedError) as error:
        row["error"] = (str(error).splitlines() or [""])[0]
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", default=os.path.join(HERE, "cases.txt"))
    parser.add_argument("--out")
    parser.add_argument("--only")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    gc.collect()
    gc.freeze()  # torch's own objects need not be looked at after every case
    out = open(options.out, "w", newline="") if options.out else sys.stdout
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n", restval="")
    writer.writeheader()
    for flags, inputs, code in cases(options.cases):
        if options.only and options.only not in code:
            continue
        on = [flag.split("=")[1] for flag in flags.split() if flag.startswith("device=")] or ["cpu", "cuda"]
        for device in on:
            writer.writerow(measure(device, flags, inputs, code))
            out.flush()


if __name__ == "__main__":
    main()
