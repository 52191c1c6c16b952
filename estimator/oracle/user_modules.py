"""Measures modules that people wrote, with a real torch on the CPU, and writes numbers only.

    python user_modules.py LIST.csv TREES > ../../testdata/oracle/modules.csv

LIST.csv: repository, commit, path, name (a class or a factory), arguments (JSON; config.width is an attribute of config;
@checkpointing names a class of modules that are run again, @weights what the model is cast to), input ("2x3x64x64 2x7:int64"), set.
TREES holds a work tree of each repository as owner+name. Every row runs in a process of its own.

What is written, in bytes, for fp32 and training mode:
  saved  unique storages that autograd keeps for the backward pass at the end of the forward pass, without parameters and
         buffers, with inputs; counted by torch.autograd.graph.saved_tensors_hooks
  peak   the most that is alive at once in a step: forward, backward from the sum of the outputs, AdamW (foreach, states
         there from an earlier step), gradients set to None before; counted by the storages that the dispatcher makes
Dropout is done as a GPU does it (native_dropout: a byte an element); oneDNN is off, as its kernels keep their own copies.
"""

import argparse
import csv
import functools
import gc
import importlib
import json
import os
import random
import signal
import sys
import weakref

import torch
import torch.nn.functional as F
import torch.utils.checkpoint
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

COLUMNS = ["repository", "commit", "path", "name", "arguments", "input", "set"]
NUMBERS = ["parameters", "trainable", "buffers", "outputs", "saved", "peak", "torch", "error"]


def as_on_a_gpu():
    torch.backends.mkldnn.enabled = False

    def dropout(input, p=0.5, training=True, inplace=False):
        if not training or p == 0:
            return input
        if inplace:  # no kernel of its own: it multiplies with noise of the input's type
            return torch.dropout_(input, p, True)
        return torch.native_dropout(input, p, True)[0]

    F.dropout = dropout
    torch.dropout = lambda input, p, train: dropout(input, p, train)


class Packed:
    def __init__(self, tensor):
        self.tensor = tensor.detach()


class Alive(TorchDispatchMode):
    """Counts the bytes of all storages that are alive, and the most there ever were."""

    def __init__(self):
        super().__init__()
        self.now = self.peak = 0
        self.known = {}

    def meet(self, tensor):
        if not isinstance(tensor, torch.Tensor) or tensor.layout != torch.strided:
            return
        storage = tensor.untyped_storage()
        key = storage._cdata
        if key in self.known:
            return
        size = storage.nbytes()

        def gone(_, key=key, size=size):
            if self.known.pop(key, None) is not None:
                self.now -= size

        self.known[key] = weakref.ref(storage, gone)
        self.now += size
        self.peak = max(self.peak, self.now)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func is torch.ops.aten.add.Tensor and not kwargs and len(args) == 2 and added_in_place(*args):
            return args[0].add_(args[1])
        out = func(*args, **(kwargs or {}))
        for leaf in tree_leaves(out):
            self.meet(leaf)
        return out


def added_in_place(first, second):
    """Reports whether the backward pass adds this gradient into the first: where nobody else holds it, but never while a dispatch mode looks on
    (torch/csrc/autograd/input_buffer.cpp)."""
    if torch._C._current_graph_task_id() == -1 or not isinstance(first, torch.Tensor) or not isinstance(second, torch.Tensor):
        return False
    storage = first.untyped_storage()
    alone = torch._C._storage_Use_Count(storage._cdata) == 2 and first._use_count() == 4  # this frame's included
    return alone and first.shape == second.shape and first.is_contiguous() and storage.nbytes() == first.numel() * first.element_size()


def inputs_of(text):
    made = []
    for part in text.split():
        shape, _, dtype = part.partition(":")
        shape = [int(n) for n in shape.split("x")] if shape else []
        if dtype.startswith("int"):
            made.append(torch.randint(0, 2, shape, dtype=getattr(torch, dtype)))
        elif dtype == "bool":
            made.append(torch.zeros(shape, dtype=torch.bool))
        else:
            made.append(torch.randn(shape, dtype=getattr(torch, dtype or "float32")))
    return made


def floats(out):
    def leaves(one):
        if isinstance(one, torch.Tensor):
            yield one
        elif isinstance(one, dict):
            for v in one.values():
                yield from leaves(v)
        elif isinstance(one, (list, tuple)):
            for v in one:
                yield from leaves(v)
        elif hasattr(one, "__dict__"):
            for v in vars(one).values():
                yield from leaves(v)

    return list(leaves(out))


def saved_bytes(model, args):
    """Runs forward once; the bytes kept, and the outputs."""
    held = list(model.parameters()) + list(model.buffers())
    own = {t.untyped_storage()._cdata for t in held if t.layout == torch.strided}
    packed = weakref.WeakSet()

    def pack(tensor):
        one = Packed(tensor)
        packed.add(one)
        return one

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda one: one.tensor):
        out = model(*args)
    gc.collect()
    storages = {}
    for one in packed:
        storage = one.tensor.untyped_storage()
        if storage._cdata not in own:
            storages[storage._cdata] = storage.nbytes()
    return sum(storages.values()), out


def step(model, args, optimizer):
    out = [t for t in floats(model(*args)) if t.requires_grad]
    loss = sum(t.sum() if not t.is_complex() else t.abs().sum() for t in out)
    del out
    loss.backward()
    del loss
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)


def peak_bytes(model, args):
    for p in model.parameters():
        p.requires_grad_(p.requires_grad)
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], foreach=True)
    step(model, args, optimizer)
    gc.collect()
    count = Alive()
    for t in list(model.parameters()) + list(model.buffers()) + args:
        count.meet(t)
    for state in optimizer.state.values():
        for t in state.values():
            count.meet(t)
    gc.disable()
    with count:
        step(model, args, optimizer)
    gc.enable()
    return count.peak


def build(tree, path, name, arguments):
    os.chdir(tree)
    folder = os.path.dirname(path)
    above = [os.path.join(tree, *folder.split("/")[:i]) for i in range(len(folder.split("/")), -1, -1)]
    sys.path[:0] = [tree]
    sys.argv = [path]
    dotted = path[: -len(".py")].replace("/", ".")
    try:
        module = importlib.import_module(dotted)
    except Exception:
        # as a script in its own folder
        for key in [k for k in sys.modules if k.split(".")[0] == dotted.split(".")[0]]:
            del sys.modules[key]
        sys.path[:0] = above[:1]
        try:
            module = importlib.import_module(os.path.basename(path)[: -len(".py")])
        except Exception:
            sys.path[:0] = above
            module = importlib.import_module(os.path.basename(path)[: -len(".py")])
    made = functools.reduce(getattr, name.split("."), module)
    return made(*arguments.get("*", []), **objects({k: v for k, v in arguments.items() if k != "*"}))


def objects(arguments):
    """Arguments whose names have dots are attributes of objects: config.width."""
    made = {}
    for name, value in arguments.items():
        *above, last = name.split(".")
        at = made
        for word in above:
            at = at.setdefault(word, {})
        at[last] = value

    def whole(value):
        return argparse.Namespace(**{k: whole(v) for k, v in value.items()}) if isinstance(value, dict) else value

    return {k: whole(v) if any(name.startswith(k + ".") for name in arguments) else v for k, v in made.items()}


def run_again(model, name):
    """The modules of a class are run again in the backward pass, by torch.utils.checkpoint as it is recommended."""
    found = [m for m in model.modules() if type(m).__name__ == name]
    assert found, f"no module of the class {name}"
    for module in found:
        module.forward = functools.partial(torch.utils.checkpoint.checkpoint, module.forward, use_reentrant=False)


def measure(tree, row):
    as_on_a_gpu()
    torch.manual_seed(0)
    random.seed(0)
    arguments = json.loads(row["arguments"] or "{}")
    again, weights = arguments.pop("@checkpointing", None), arguments.pop("@weights", "float32")
    weights = getattr(torch, weights)
    model = build(tree, row["path"], row["name"], arguments).to(weights).train()
    if again:
        run_again(model, again)
    args = [t.to(weights) if t.is_floating_point() else t for t in inputs_of(row["input"])]
    parameters = {id(p): p for p in model.parameters()}.values()
    numbers = {
        "parameters": sum(p.numel() for p in parameters),
        "trainable": sum(p.numel() for p in parameters if p.requires_grad),
        "buffers": sum(b.numel() for b in {id(b): b for b in model.buffers()}.values()),
        "torch": torch.__version__,
    }
    numbers["saved"], out = saved_bytes(model, args)
    numbers["outputs"] = " ".join("x".join(map(str, t.shape)) for t in floats(out))
    del out
    numbers["peak"] = peak_bytes(model, args)
    return numbers


def apart(work, seconds=900):
    """Does something in a process of its own; what it returns, or how it failed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        signal.alarm(seconds)
        try:
            out = work()
        except BaseException as error:  # what a module raises is its own affair
            out = {"error": f"{type(error).__name__}: {str(error)[:120]}"}
        with os.fdopen(writing, "w") as pipe:
            json.dump(out, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"error": "it took too long, or died"}


def main(listed, trees):
    torch.set_num_threads(1)
    writer = csv.DictWriter(sys.stdout, COLUMNS + NUMBERS, lineterminator="\n")
    writer.writeheader()
    with open(listed) as file:
        for row in csv.DictReader(file):
            tree = os.path.join(os.path.abspath(trees), row["repository"].replace("/", "+"))
            writer.writerow(row | apart(lambda: measure(tree, row)))
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
