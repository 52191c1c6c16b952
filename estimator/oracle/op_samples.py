#!/usr/bin/env python3
"""Writes what torch's own samples of its operators are called with, as the cases that ops.py measures.

    python op_samples.py > samples.txt
    python ops.py --cases samples.txt --out ../../testdata/oracle/op_samples.csv

Of each operator the first dozen samples of torch.testing's list, as a function and as a method: shapes, types and numbers; what has no such
form (a sparse tensor, a tensor that is not contiguous) is left out, and so are operators of linear algebra, of random numbers that are written
in place, and those that no tensor of torch.nn meets. Needs expecttest installed, for torch.testing alone.
"""
import re
import sys
import warnings

import torch
from torch.testing._internal.common_methods_invocations import op_db

SKIPPED = re.compile(r"^(linalg|masked|signal|sparse|_|jiterator|ops\.aten|nn\.functional\.scaled|torch\.ops|to_sparse|block_diag|triangular|cauchy|"
                     r"geometric|log_normal|as_strided|resize|set_|empty|item|nn\.functional\.ctc_loss)")  # of CTC, only values say how long the longest is
TYPES = {torch.float32: "", torch.int64: ":int64", torch.bool: ":bool", torch.int32: ":int32", torch.complex64: ":complex64",
         torch.float64: ":float64", torch.float16: ":float16", torch.uint8: ":uint8", torch.bfloat16: ":bfloat16"}
NAMES = "xyzwuvabcdefgh"


class NoForm(Exception):
    """A sample that is not written down."""


def tensor(value, made):
    odd = value.layout != torch.strided or value.dtype not in TYPES or 0 in value.shape or value.numel() > 200_000 or not value.is_contiguous()
    if odd or len(made) == len(NAMES):
        raise NoForm
    name, real = NAMES[len(made)], value.dtype.is_floating_point or value.dtype.is_complex
    limit = ""
    if not real and value.dtype != torch.bool:
        if value.min() < 0:
            raise NoForm
        limit = f"<{int(value.max()) + 1}"
    constant = ":c" if real and not value.requires_grad else ""
    made.append(f"{name}={'x'.join(map(str, value.shape)) or '-'}{TYPES[value.dtype]}{constant}{limit}")
    return name


def written(value, made):
    if isinstance(value, torch.Tensor):
        return tensor(value, made)
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return f"float('{value}')"
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    if isinstance(value, torch.dtype):
        return str(value)
    if isinstance(value, (list, torch.Size)):
        return "[" + ", ".join(written(v, made) for v in value) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(written(v, made) for v in value) + ("," if len(value) == 1 else "") + ")"
    raise NoForm


def called(name, as_method, first, rest):
    """The call, where the operator has this form."""
    functional = name.removeprefix("nn.functional.")
    if as_method and functional == name and callable(getattr(torch.Tensor, name, None)):
        return f"{first}.{name}({', '.join(rest)})"
    if not as_method and functional != name:
        return f"F.{functional}({', '.join([first] + rest)})"
    if not as_method and "." not in name and callable(getattr(torch, name, None)):
        return f"torch.{name}({', '.join([first] + rest)})"
    raise NoForm


def samples(op):
    dtype = torch.float32 if torch.float32 in op.dtypes else torch.int64
    if SKIPPED.match(op.name) or dtype not in op.dtypes:
        return
    try:
        found = list(op.sample_inputs("cpu", dtype, requires_grad=op.supports_autograd and dtype == torch.float32))
    except Exception:  # what a list of samples needs besides torch is not here
        return
    for sample in found:
        for as_method in (False, True):
            made = []
            try:
                first = written(sample.input, made)
                if as_method and not isinstance(sample.input, torch.Tensor):
                    continue
                rest = [written(a, made) for a in sample.args] + [f"{k}={written(v, made)}" for k, v in sample.kwargs.items()]
                code = called(op.name, as_method, first, rest)
            except NoForm:
                continue
            if not any(word in code for word in ("device=", ";", "|")):
                yield " ".join(made) + " | " + code


def main():
    warnings.simplefilter("ignore")
    seen = set()
    for op in op_db:
        kept = 0
        for line in samples(op):
            if line not in seen and kept < 12:
                seen.add(line)
                kept += 1
                print("[device=cpu] " + line)
    print(len(seen), "samples", file=sys.stderr)


if __name__ == "__main__":
    main()
