from torch import nn


class Turned(nn.Module):
    def __init__(self, widths):
        super().__init__()
        blocks, plain = nn.ModuleList(), []
        for wide in widths:
            blocks.append(nn.Linear(wide, wide))
            plain.append(nn.Linear(wide, wide))
        self.blocks = blocks[::-1]  # a part of a ModuleList is one
        self.plain = plain[::-1]  # want "the layers in self.plain are no part of Turned"

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        for layer in self.plain:
            x = layer(x)
        return x
