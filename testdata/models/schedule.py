"""A schedule of noise that numpy computes, and a grid of places."""
from functools import partial
import numpy as np
import torch
from torch import nn
class Noise(nn.Module):
    def __init__(self, steps=20, side=(4, 6)):
        super().__init__()
        to = partial(torch.tensor, dtype=torch.float32)
        x = np.linspace(0, steps, steps)
        alphas = np.cos(((x / steps) + 0.008) / 1.008 * np.pi * 0.5) ** 2
        betas = np.clip(1 - alphas[1:] / alphas[:-1], a_min=0, a_max=0.999)
        running = np.cumprod(1.0 - betas, axis=0)
        before = np.append(1.0, running[:-1])
        variance = betas * (1.0 - before) / (1.0 - running)
        for name, one in [("betas", betas), ("running", running), ("roots", np.sqrt(1.0 / running - 1)), ("logs", np.log(np.maximum(variance, 1e-20)))]:
            self.register_buffer(name, to(one))
        self.register_buffer("exact", torch.tensor(running))
        assert self.exact.dtype == torch.float64 and self.exact.shape == (steps - 1,)
        grid = np.stack(np.meshgrid(range(side[1]), range(side[0]), indexing="xy"), axis=0).astype(np.float32)
        self.places = nn.Parameter(torch.from_numpy(grid), requires_grad=False)
        self.mix = nn.Sequential(nn.Conv2d(5, 64, 3, padding=1), nn.ReLU(), nn.Conv2d(64, 3, 3, padding=1))
    def forward(self, x, t):
        noise = torch.randn_like(x)
        x = self.running[t].view(-1, 1, 1, 1) * x + self.roots[t].view(-1, 1, 1, 1) * noise
        places = self.places.unsqueeze(0).expand(x.shape[0], -1, -1, -1)
        return self.mix(torch.cat([x, places], dim=1)) - noise
