import einops
import torch
from torch import nn

device = "cuda"


class Fourier(nn.Module):
    def __init__(self, features, sigma):
        super().__init__()
        self.b = torch.normal(0, sigma**2, (features, 3), requires_grad=False)  # want "self.b is a plain tensor of Fourier"

    def forward(self, points):
        turned = 2 * torch.pi * points @ self.b.T
        return torch.cat((torch.sin(turned), torch.cos(turned)), dim=-1)


class Mixer(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.layer = nn.Linear(4, size)

    def forward(self, x):
        return self.layer(x)


class Projector(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.blocks = self._make_blocks(size)  # want "self.blocks is a plain tensor of Projector"
        self.mixer = Mixer(size)

    @staticmethod
    def _make_blocks(size):
        zeros = torch.zeros(2, 2)
        turn = torch.tensor([[0.0, -1.0], [1.0, 0.0]])
        blocks = []
        for i in range(size):
            row = i * [zeros] + [turn] + (size - i - 1) * [zeros]
            blocks.append(torch.block_diag(*row))
        return torch.stack(blocks)

    def forward(self, x):
        mixed = self.mixer(x)
        return einops.einsum(mixed, self.blocks, "n i, a i j -> n a j")


class Window(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weights = self.make(size)  # want "self.weights is a plain tensor of Window"
        self.layer = nn.Linear(4, size)

    def make(self, size):
        line = torch.linspace(-1, 1, size)
        return torch.exp(-line**2)

    def forward(self, x):
        return self.layer(x) * self.weights
