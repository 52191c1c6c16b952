import contextlib

import torch
from packaging import version

try:
    from torch.amp import autocast
except ImportError:
    from torch.cuda.amp import autocast

try:
    from torch.amp import autocast as newest
    NEW = True
except (ImportError, AttributeError):
    from torch.cuda.amp import autocast as oldest
    NEW = False

if version.parse(torch.__version__) >= version.parse("2.4"):
    from torch.amp import custom_fwd
    context = torch.amp.autocast
else:
    context = torch.cuda.amp.autocast

HAS_NEW_AMP = hasattr(torch, "amp") and hasattr(torch.amp, "autocast")
TORCH_2_4 = version.parse(torch.__version__) >= version.parse("2.4")


def is_new():
    return tuple(map(int, torch.__version__.split(".")[:2])) >= (2, 4)


def uses(model, x):
    with autocast():
        model(x)
    with oldest():
        model(x)
    with torch.amp.autocast("cuda") if HAS_NEW_AMP else torch.cuda.amp.autocast():
        model(x)
    if TORCH_2_4:
        return torch.amp.autocast("cuda")
    elif is_new():
        return torch.amp.autocast("cuda")
    else:
        return torch.cuda.amp.autocast()


def by_return():
    if hasattr(torch.amp, "autocast"):
        return torch.amp.autocast("cuda")
    return torch.cuda.amp.autocast()


def by_exception():
    try:
        return torch.amp.autocast("cuda")
    except AttributeError:
        return torch.cuda.amp.autocast()


def by_getattr():
    return getattr(torch, "autocast", torch.cuda.amp.autocast)


def suppressed():
    with contextlib.suppress(ImportError):
        from torch.cuda.amp import autocast as quiet
        return quiet()
