#!/usr/bin/env python3
"""Measure the peak of each phase of a training step, storage by storage, without a GPU.

    python steps.py --out ../../testdata/oracle/steps.csv

Every line of steps.txt (inputs | code, as in cases.txt; the code's last expression is the loss) takes three steps of
AdamW on the CPU, in its foreach form, and the third is measured. A dispatch mode sees every storage that an operation
makes and when it is freed; what an operator allocates and frees within itself is not seen. Layers are built once.
"""
import argparse
import csv
import gc
import os
import sys
import warnings
import weakref

import torch
from torch.utils._python_dispatch import TorchDispatchMode

import ops

COLUMNS = "torch inputs code parameters forward_peak backward_peak optimizer_peak gradients".split()


class Live(TorchDispatchMode):
    """The bytes of all storages alive, and their peak since it was last asked for."""

    def __init__(self):
        super().__init__()
        self.known, self.live, self.peak = {}, 0, 0

    def watch(self, value):
        for tensor in ops.tensors(value):
            storage = tensor.untyped_storage()
            key = storage._cdata
            if key in self.known:
                continue
            self.known[key] = storage.nbytes()
            self.live += storage.nbytes()
            self.peak = max(self.peak, self.live)
            weakref.finalize(storage, self.forget, key)

    def forget(self, key):
        self.live -= self.known.pop(key)

    def reached(self):
        peak, self.peak = self.peak, self.live
        return peak

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        self.watch(result)
        return result


def measure(inputs, code):
    torch.manual_seed(0)
    names = dict(torch=torch, F=ops.F, nn=ops.nn, **ops.EXTRA)
    names.update(ops.make(spec) for spec in inputs.split())
    for name in names:
        if isinstance(names[name], torch.Tensor):
            names[name] = names[name].detach()
    *build, loss = [part.strip() for part in code.split(";")]
    model = torch.nn.Module()
    for i, statement in enumerate(build):
        if " = nn." in statement:
            exec(statement, names)
            name = statement.split(" = ")[0]
            model.add_module(name, names[name])
    forward = [s for s in build if " = nn." not in s]
    optimizer = torch.optim.AdamW(model.parameters(), foreach=True)
    live = Live()
    live.watch([p for p in model.parameters()] + [b for b in model.buffers()])
    live.watch([v for v in names.values() if isinstance(v, torch.Tensor)])
    peaks = None

    def step():
        """One step as people write it: its local names go with it."""
        local = {}
        for statement in forward:
            exec(statement, names, local)
        value = eval(loss, names, local)
        local.clear()
        first = live.reached()
        value.backward()
        second = live.reached()
        optimizer.step()
        third = live.reached()
        gradients = sum(p.grad.numel() * p.grad.element_size() for p in model.parameters() if p.grad is not None)
        optimizer.zero_grad(set_to_none=True)
        return first, second, third, gradients

    with live, torch.backends.mkldnn.flags(enabled=False):
        for _ in range(3):
            gc.collect()
            live.reached()
            peaks = step()
    return dict(zip(COLUMNS[4:], peaks), torch=torch.__version__.split("+")[0], inputs=inputs, code=code,
                parameters=sum(p.numel() for p in model.parameters()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", default=os.path.join(ops.HERE, "steps.txt"))
    parser.add_argument("--out")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    gc.collect()
    gc.freeze()
    out = open(options.out, "w", newline="") if options.out else sys.stdout
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n", restval="")
    writer.writeheader()
    for _, inputs, code in ops.cases(options.cases):
        writer.writerow(measure(inputs, code))
        out.flush()


if __name__ == "__main__":
    main()
