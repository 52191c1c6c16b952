"""The calls stand behind an option that is off in the only run there is: their functions are judged by themselves."""
import torch
from torch.utils.checkpoint import checkpoint

USE_CHECKPOINTS = False


def forward(blocks, x):
    if USE_CHECKPOINTS:
        for block in blocks:
            x = checkpoint(lambda h: block(h), x, use_reentrant=False)  # want "reads block when it runs"
        i = 0
        while i < 3:
            x = checkpoint(lambda h: blocks[i](h), x, use_reentrant=False)  # want "reads i when it runs"
            i += 1
        for block in blocks:
            for _ in range(2):
                x = checkpoint(lambda h: block(h), x, use_reentrant=False)  # want "reads block when it runs"
        for block in blocks:
            def step(h):
                return block(h)
            x = checkpoint(step, x, use_reentrant=False)  # want "reads block when it runs"
    return x


def quiet(blocks, loader, optimizer, x):
    if USE_CHECKPOINTS:
        for block in blocks:
            x = checkpoint(lambda h, block=block: block(h), x, use_reentrant=False)
            x = checkpoint(block, x, use_reentrant=False)
            x = checkpoint(blocks[0], x, use_reentrant=False)
        first = blocks[0]
        x = checkpoint(lambda h: first(h), x, use_reentrant=False)
        for batch in loader:
            loss = checkpoint(lambda h: blocks[0](batch + h), x, use_reentrant=False).sum()
            loss.backward()
        for block in blocks:
            def apply(x, options):
                return checkpoint(*options, lambda h: block(h), use_reentrant=False)
    return x


forward(model.blocks, torch.zeros(3))
quiet(model.blocks, train_loader, None, torch.zeros(3))
