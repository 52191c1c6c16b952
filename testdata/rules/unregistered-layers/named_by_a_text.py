from torch import nn


class Named(nn.Module):  # named by a text, as add_module may
    def __init__(self, n):
        super().__init__()
        self.layers = [nn.Linear(8, 8) for _ in range(n)]
        for layer in getattr(self, "layers"):
            self.add_module("x", layer)

    def forward(self, x):
        return self.layers[0](x)
