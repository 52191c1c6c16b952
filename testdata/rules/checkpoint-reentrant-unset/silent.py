import torch
from packaging import version
from torch.utils.checkpoint import checkpoint

from fairscale.nn import checkpoint_wrapper


def forward(block, x, options):
    x = checkpoint(block, x, use_reentrant=False)
    x = checkpoint(block, x, use_reentrant=True)
    x = checkpoint(block, x, **options)
    x = checkpoint(block, x, **{"use_reentrant": False})
    return checkpoint_wrapper(block)(x)


def guarded(block, x):
    if version.parse(torch.__version__) >= version.parse("1.11.0"):
        return checkpoint(block, x, use_reentrant=False)
    else:
        return checkpoint(block, x)
