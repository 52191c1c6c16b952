import torch.nn as nn

from blocks import Base, Block, Collected, Shift


class Network(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.blocks = [Block(width) for _ in range(depth)]  # want "the layers in self.blocks are no part of Network"
        self.shifts = [Shift(i) for i in range(depth)]
        self.collected = [Collected(width) for _ in range(depth)]

    def forward(self, x):
        for block, shift, collected in zip(self.blocks, self.shifts, self.collected):
            x = collected(shift(block(x)))
        return x


# What it inherits from is a module, in the other file.
class Heir(Base):
    def __init__(self, width, depth):
        super().__init__(width)
        self.blocks = []  # want "the layers in self.blocks are no part of Heir"
        for _ in range(depth):
            self.blocks.append(nn.Linear(width, width))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


class Registered(Base):
    def __init__(self, width, depth):
        super().__init__(width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(depth))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x
