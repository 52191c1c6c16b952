"""Measures the models of testdata/models under autocast and with other optimizers than AdamW, with a real torch on the CPU.

    python precisions.py ../../testdata/oracle/own_modules.csv ../../testdata/models > ../../testdata/oracle/precisions.csv

Bytes are counted as user_modules.py counts them. The casts of torch.autocast("cuda") are made by families.py, as the CPU's
autocast has other lists; the copies of weights that it keeps die where its region ends, unless the graph holds them.
"""

import csv
import gc
import json
import os
import random
import sys

import torch
from torch.utils._pytree import tree_leaves

import families
import user_modules

COLUMNS = ["path", "name", "arguments", "input", "compute", "optimizer", "saved", "peak", "torch", "error"]
families.HALF |= {"conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "_scaled_dot_product_attention"}
# the operations of autocast_mode.h whose arguments all become as wide as the widest
PROMOTE = {"cat", "stack", "addcdiv", "addcmul", "atan2", "bilinear", "cross", "dot", "grid_sample", "index_put", "scatter_add", "tensordot"}


class Autocast(families.Autocast):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if getattr(function, "__name__", "") in PROMOTE:
            found = {t.dtype for t in tree_leaves((args, kwargs)) if isinstance(t, torch.Tensor) and t.is_floating_point()}
            if len(found) > 1:
                args, kwargs = self.cast(args, torch.float32), {k: self.cast(v, torch.float32) for k, v in kwargs.items()}
            return function(*args, **kwargs)
        return super().__torch_function__(function, types, args, kwargs)


OPTIMIZERS = {
    "sgd": lambda p: torch.optim.SGD(p, lr=0.1, foreach=True),
    "sgd-momentum": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, foreach=True),
    "adam": lambda p: torch.optim.Adam(p, foreach=True),
    "adamw": lambda p: torch.optim.AdamW(p, foreach=True),
    "adamax": lambda p: torch.optim.Adamax(p, foreach=True),
    "nadam": lambda p: torch.optim.NAdam(p, foreach=True),
    "radam": lambda p: torch.optim.RAdam(p, foreach=True),
    "rmsprop": lambda p: torch.optim.RMSprop(p, foreach=True),
    "adagrad": lambda p: torch.optim.Adagrad(p, foreach=True),
    "adadelta": lambda p: torch.optim.Adadelta(p, foreach=True),
}


class Cast:
    """A model whose forward runs under autocast."""

    def __init__(self, model, compute):
        self.model, self.compute = model, compute
        self.parameters, self.buffers = model.parameters, model.buffers

    def __call__(self, *args):
        if self.compute == "fp32":
            return self.model(*args)
        mode = Autocast(torch.bfloat16)
        with mode:
            out = self.model(*args)
        mode.copies.clear()
        return out


def measure(tree, row):
    user_modules.as_on_a_gpu()
    torch.manual_seed(0)
    random.seed(0)
    model = user_modules.build(tree, row["path"], row["name"], json.loads(row["arguments"] or "{}")).float().train()
    args = user_modules.inputs_of(row["input"])
    cast = Cast(model, row["compute"])
    numbers = {"torch": torch.__version__}
    numbers["saved"], out = user_modules.saved_bytes(cast, args)
    del out
    optimizer = OPTIMIZERS[row["optimizer"]]([p for p in model.parameters() if p.requires_grad])
    user_modules.step(cast, args, optimizer)
    gc.collect()
    count = user_modules.Alive()
    for t in list(model.parameters()) + list(model.buffers()) + args:
        count.meet(t)
    for state in optimizer.state.values():
        for t in state.values():
            count.meet(t)
    gc.disable()
    with count:
        user_modules.step(cast, args, optimizer)
    gc.enable()
    numbers["peak"] = count.peak
    return numbers


def main():
    listed, tree = sys.argv[1], os.path.abspath(sys.argv[2])
    out = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n", extrasaction="ignore")
    out.writeheader()
    for n, row in enumerate(csv.DictReader(open(listed))):
        if "@" in row["arguments"]:  # it has a precision of its own, or parts that are run again
            continue
        wanted = [("bf16", "adamw")] + ([("fp32", o) for o in OPTIMIZERS if o != "adamw"] if n in (0, 1, 4) else [])
        for compute, optimizer in wanted:
            one = dict(row, compute=compute, optimizer=optimizer, saved="", peak="", torch="", error="")
            one.update(user_modules.apart(lambda: measure(tree, one)))
            out.writerow(one)
            sys.stdout.flush()


main()
