import torch.utils.checkpoint
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def forward(block, blocks, x, mask):
    x = checkpoint(block, x)  # want "checkpoint\(\) leaves use_reentrant unset"
    x = torch.utils.checkpoint.checkpoint(  # want "leaves use_reentrant unset"
        block,
        x,
        mask,
    )
    x = checkpoint(block, *x, preserve_rng_state=False)  # want "leaves use_reentrant unset"
    return checkpoint_sequential(blocks, 4, x)  # want "checkpoint_sequential\(\) leaves"
