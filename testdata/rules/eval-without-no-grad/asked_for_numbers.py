import torch
from torch import nn


class Router(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(8, 4)
        self.register_buffer("load", torch.zeros(4))

    def forward_meta(self):
        return {"load": self.load}

    def forward(self, x):
        return self.gate(x)


class Model(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.blocks = nn.ModuleList([Router() for _ in range(n)])

    def forward_meta(self):
        return [m.forward_meta() for m in self.modules() if m is not self and hasattr(m, "forward_meta")]

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x


def evaluate_load(loader, n):
    model = Model(n)
    model.eval()
    total = 0
    for counts in loader:
        model.blocks[0].load.copy_(counts)
        for meta in model.forward_meta():
            total += meta["load"].sum().item()
    return total
