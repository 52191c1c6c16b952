import torch.utils.checkpoint
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def forward(block, blocks, x, mask):
    x = checkpoint(block, x, use_reentrant=True)  # want "checkpoint\(\) leaves use_reentrant unset"
    x = torch.utils.checkpoint.checkpoint(  # want "leaves use_reentrant unset"
        block,
        x,
        mask,
        use_reentrant=True,
    )
    x = checkpoint(block, *x, preserve_rng_state=False, use_reentrant=True)  # want "leaves use_reentrant unset"
    return checkpoint_sequential(blocks, 4, x, use_reentrant=True)  # want "checkpoint_sequential\(\) leaves"
