import functools

import torch
from torch.cuda.amp import autocast


def positional(model, x, use_amp, rest, options):
    with autocast(use_amp):  # want "torch.amp.autocast\(.cuda., …\) does the same"
        model(x)
    with autocast(True, torch.bfloat16):  # want "deprecated"
        model(x)
    with autocast(True, torch.bfloat16, False):  # want "deprecated"
        model(x)
    with autocast(use_amp, cache_enabled=False):  # want "deprecated"
        model(x)
    with autocast(enabled=use_amp, dtype=torch.float16):  # want "deprecated"
        model(x)
    with autocast(  # want "deprecated"
        enabled=use_amp,  # off on the CPU
        dtype=torch.float16,
    ), torch.no_grad():
        model(x)
    with torch.cpu.amp.autocast(use_amp, torch.bfloat16):  # want "deprecated"
        model(x)
    with autocast(**options):  # want "deprecated"
        model(x)
    with autocast(*rest):  # want "deprecated"
        model(x)
    half = functools.partial(autocast, dtype=torch.float16)  # want "deprecated"
    with half():
        model(x)
