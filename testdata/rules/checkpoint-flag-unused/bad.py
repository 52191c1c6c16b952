import torch.nn as nn


class Block(nn.Module):
    def __init__(self, dim, use_checkpoint=False):  # want "Block takes use_checkpoint and no method reads it"
        super().__init__()
        self.use_checkpoint = use_checkpoint
        self.linear = nn.Linear(dim, dim)

    def forward(self, x):
        return self.linear(x)


class Encoder(nn.Module):
    def __init__(
        self,
        dim: int,
        gradient_checkpointing: bool = False,  # want "Encoder takes gradient_checkpointing"
    ):
        super().__init__()
        self.linear = nn.Linear(dim, dim)

    def forward(self, x):
        return self.linear(x)
