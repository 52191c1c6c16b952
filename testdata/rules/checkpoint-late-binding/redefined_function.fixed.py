import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Encoder(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList([nn.TransformerEncoderLayer(dim, 4) for _ in range(depth)])
        self.norms = nn.ModuleList([nn.LayerNorm(dim) for _ in range(depth)])
        self.use_checkpoint = True

    # The lambda looks run up when backward calls it: by then it is the last one.
    def forward(self, x, mask=None):
        for block, norm in zip(self.blocks, self.norms):

            def run(h, block=block, norm=norm):
                return block(norm(h), mask)

            if self.use_checkpoint:
                x = checkpoint(lambda h, run=run: run(h), x, use_reentrant=False)  # want "run"
            else:
                x = run(x)
        return x


class Bound(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList([nn.TransformerEncoderLayer(dim, 4) for _ in range(depth)])

    # Each lap gives the checkpoint the function of its own.
    def forward(self, x, mask=None):
        for block in self.blocks:

            def run(h, block=block):
                return block(h, mask)

            x = checkpoint(run, x, use_reentrant=False)
            x = checkpoint(lambda h, run=run: run(h), x, use_reentrant=False)
        return x

    # What is defined once before the loop stays what it is.
    def refine(self, x):
        def run(h, block):
            return block(h) + h

        for block in self.blocks:
            x = checkpoint(lambda h, b: run(h, b), x, block, use_reentrant=False)
        return x


class Switched(nn.Module):
    """The option is off unless somebody turns it on."""

    def __init__(self, depth, checkpointing=False):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(4, 4) for _ in range(depth)])
        self.checkpointing = checkpointing

    def forward(self, x, mask=None):
        for block in self.blocks:
            if self.checkpointing:

                def run(h, block=block):
                    return block(h) if mask is None else block(h) * mask

                x = checkpoint(run, x, use_reentrant=False)  # want "reads block when it runs"
            else:
                x = block(x)
        return x
