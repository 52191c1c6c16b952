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


# A layer of this file whose base stands in the other one.
class Cell(Base):
    def __init__(self, width):
        super().__init__(width)
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return self.linear(x)


# This one has nothing to learn.
class Scale(Base):
    def forward(self, x):
        return x / self.width


class Hourglass(Base):
    def __init__(self, width, depth):
        super().__init__(width)
        self.down, self.up, self.scales = [], [], []  # want "the layers in self.down are no part" want "the layers in self.up are no part"
        for _ in range(depth):
            self.down.append(Cell(width))
            self.up.append(Cell(width))
            self.scales.append(Scale(width))

    def forward(self, x):
        for down, up, scale in zip(self.down, self.up, self.scales):
            x = scale(up(down(x)))
        return x


class RegisteredHourglass(Base):
    def __init__(self, width, depth):
        super().__init__(width)
        self.down, self.up = nn.ModuleList(), nn.ModuleList()
        for _ in range(depth):
            self.down.append(Cell(width))
            self.up.append(Cell(width))

    def forward(self, x):
        for down, up in zip(self.down, self.up):
            x = up(down(x))
        return x
