import torch.utils.checkpoint
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def forward(block, blocks, x, mask, options):
    x = checkpoint(block, x, mask=mask)  # want error "hands no keyword arguments on, and use_reentrant is unset: mask= raises ValueError"
    x = torch.utils.checkpoint.checkpoint(  # want error "and use_reentrant is True: mask= raises"
        block,
        x,
        mask=mask,
        use_reentrant=True,
    )
    x = checkpoint(block, x, mask=mask, use_reentrant=False)
    x = checkpoint(block, x, mask=mask, use_reentrant=options.reentrant)
    x = checkpoint(block, x, mask, use_reentrant=True, preserve_rng_state=False)
    x = checkpoint(block, x, mask=mask, **options)
    x = checkpoint(block, x, determinism_check="none")  # want warning "leaves use_reentrant unset"
    return checkpoint_sequential(blocks, 4, x, use_reentrant=True, preserve_rng_state=False)
