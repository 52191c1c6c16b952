import torch.nn as nn
from memory import maybe


class Decoder(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(dim, dim) for _ in range(depth)])
        self.scale = 0.5

    def forward(self, x, mask, enabled):
        for block in self.blocks:
            x = maybe(lambda h: block(h) * mask, x, enabled=enabled)  # want "reads block when it runs"
        return x

    def bound(self, x, enabled):
        for block in self.blocks:
            x = maybe(lambda h, block=block: block(h) * self.scale, x, enabled=enabled)
        return x

    def whole(self, x, enabled):
        def run(h):
            for block in self.blocks:
                h = block(h)
            return h

        return maybe(run, x, enabled=enabled)
