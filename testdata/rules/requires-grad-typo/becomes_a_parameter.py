# A parameter is trained whatever the tensor in it says; a tensor that stays one is not.
import torch
import torch.nn as nn


class Tokens(nn.Module):
    def __init__(self, size):
        super().__init__()
        token = torch.zeros(1, 1, size).float()
        token.require_grad = True  # want note "spell it requires_grad"
        self.token = nn.Parameter(token)
        position = torch.zeros(10, size)
        position.require_grad = True  # want note "spell it requires_grad"
        position = position.unsqueeze(0)
        self.position = nn.Parameter(position)
        frozen = torch.zeros(size)
        frozen.require_grad = True  # want error "spell it requires_grad"
        self.frozen = frozen
        still = torch.zeros(size)
        still.require_grad = False  # want note "spell it requires_grad"
        self.still = still


def fitted(inputs, wanted, size):
    """A backward pass comes before the parameter is made: it finds nothing to train."""
    start = torch.zeros(size, 1)
    nn.init.normal_(start)
    start.require_grad = True  # want error "spell it requires_grad"
    for _ in range(10):
        loss = (inputs @ start - wanted).abs().mean()
        loss.backward()
    layer = nn.Linear(size, 1)
    layer.weight = nn.Parameter(start)
    return layer


def optimized(inputs, size):
    """The optimizer knows the tensor, not the parameter that is made of it behind."""
    bias = torch.zeros(size)
    bias.require_grad = True  # want error "spell it requires_grad"
    optimizer = torch.optim.Adam([{"params": [bias]}], lr=0.1)
    layer = nn.Linear(size, size)
    layer.bias = nn.Parameter(bias)
    layer(inputs).mean().backward()
    optimizer.step()


def only_filled(net, inputs, size):
    """What is trained before is something else."""
    scale = torch.zeros(size)
    scale.require_grad = True  # want note "spell it requires_grad"
    nn.init.normal_(scale)
    scale.clamp_(0, 1)
    net(inputs).mean().backward()
    net.scale = nn.Parameter(scale)
    optimizer = torch.optim.Adam([net.scale], lr=0.1)
    net(inputs).mean().backward()
    optimizer.step()
