# Each step takes what the network gave in the one before, and only what they end with is read, without its graph.
import torch
from torch import nn


class Diffusion(nn.Module):
    def __init__(self, n_steps):
        super().__init__()
        self.n_steps = n_steps

    def sample(self, eps_model, shape, device):
        x = torch.randn(shape, device=device)
        for t in reversed(range(self.n_steps)):
            eps = eps_model(x, t)  # want "eps_model runs with gradients on in every lap"
            x = x - 0.1 * eps
        return x.detach().cpu()

    # Whoever calls it may differentiate through the steps.
    def guided(self, eps_model, shape, device):
        x = torch.randn(shape, device=device)
        for t in reversed(range(self.n_steps)):
            eps = eps_model(x, t)
            x = x - 0.1 * eps
        print(x.detach().cpu().mean())
        return x

    # Each step starts without the graph of the one before.
    def cut(self, eps_model, shape, device):
        x = torch.randn(shape, device=device)
        for t in reversed(range(self.n_steps)):
            with torch.no_grad():
                eps = eps_model(x, t)
            x = x - 0.1 * eps
        return x.detach().cpu()
