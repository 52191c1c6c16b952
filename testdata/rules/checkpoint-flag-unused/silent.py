import torch.nn as nn
from diffusers.configuration_utils import register_to_config
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, dim, use_checkpoint=False):
        super().__init__()
        self.checkpointed = use_checkpoint
        self.linear = nn.Linear(dim, dim)

    def forward(self, x):
        if self.checkpointed:
            return checkpoint(self.linear, x, use_reentrant=False)
        return self.linear(x)


class Passes(nn.Module):
    def __init__(self, dim, use_checkpoint=False):
        super().__init__()
        self.block = Block(dim, use_checkpoint)

    def forward(self, x):
        return self.block(x)


class Base(nn.Module):
    def run(self, x):
        return checkpoint(self.linear, x, use_reentrant=False) if self.with_cp else self.linear(x)


class Derived(Base):
    def __init__(self, dim, with_cp=False):
        super().__init__()
        self.with_cp = with_cp
        self.linear = nn.Linear(dim, dim)

    def forward(self, x):
        return self.run(x)


class Saved(nn.Module):
    @register_to_config
    def __init__(self, dim, gradient_checkpointing=False):
        super().__init__()
        self.linear = nn.Linear(dim, dim)

    def forward(self, x):
        return self.linear(x)


class Options:
    def __init__(self, use_checkpoint=False):
        self.use_checkpointing = use_checkpoint


class Path(nn.Module):
    def __init__(self, checkpoint=None):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x):
        return self.linear(x)


class Chosen(nn.Module):
    def __init__(self, dim, use_checkpoint=False):
        super().__init__()
        if use_checkpoint:
            self.run = self.checkpointed
        self.linear = nn.Linear(dim, dim)

    def forward(self, x):
        return self.run(x)
