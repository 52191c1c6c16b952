import torch
from torch import nn


class Flat(nn.Module):
    def __init__(self, module):
        super().__init__()
        self.module = module
        named = sorted(module.named_parameters())
        self.kept = [p for _, p in named]
        self.names = [n for n, _ in named]
        for i, (name, p) in enumerate(named):
            print(i, name, p.shape)


def by_size(module):
    params = module.parameters()
    largest = sorted(params, key=lambda p: p.numel())
    print(largest[0].shape, largest[-1].shape)
    return torch.optim.SGD(params, lr=0.1)  # want "params is a generator that line 18 has used up"
