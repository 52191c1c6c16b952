import functools

import torch
from torch.cuda.amp import autocast


def positional(model, x, use_amp, rest, options):
    with torch.amp.autocast("cuda", enabled=use_amp):  # want "torch.amp.autocast\(.cuda., …\) does the same"
        model(x)
    with torch.amp.autocast("cuda", enabled=True, dtype=torch.bfloat16):  # want "deprecated"
        model(x)
    with torch.amp.autocast("cuda", enabled=True, dtype=torch.bfloat16, cache_enabled=False):  # want "deprecated"
        model(x)
    with torch.amp.autocast("cuda", enabled=use_amp, cache_enabled=False):  # want "deprecated"
        model(x)
    with torch.amp.autocast("cuda", enabled=use_amp, dtype=torch.float16):  # want "deprecated"
        model(x)
    with torch.amp.autocast(  # want "deprecated"
        "cuda",
        enabled=use_amp,  # off on the CPU
        dtype=torch.float16,
    ), torch.no_grad():
        model(x)
    with torch.amp.autocast("cpu", enabled=use_amp, dtype=torch.bfloat16):  # want "deprecated"
        model(x)
    with torch.amp.autocast("cuda", **options):  # want "deprecated"
        model(x)
    with autocast(*rest):  # want "deprecated"
        model(x)
    half = functools.partial(torch.amp.autocast, "cuda", dtype=torch.float16)  # want "deprecated"
    with half():
        model(x)
