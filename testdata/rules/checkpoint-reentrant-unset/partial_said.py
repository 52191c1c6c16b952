from functools import partial

from torch.utils.checkpoint import checkpoint

recompute = partial(checkpoint, preserve_rng_state=False)


def forward(blocks, x):
    for block in blocks:
        x = recompute(block, x, use_reentrant=False)
    return x
