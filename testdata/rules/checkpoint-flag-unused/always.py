import torch.nn as nn

from .util import checkpoint


class Attention(nn.Module):
    """The switch is not asked, and the block checkpoints all the same."""

    def __init__(self, dim, use_checkpoint=False):
        super().__init__()
        self.use_checkpoint = use_checkpoint
        self.linear = nn.Linear(dim, dim)

    def forward(self, x):
        return checkpoint(self._forward, (x,), self.parameters(), True)

    def _forward(self, x):
        return self.linear(x)
