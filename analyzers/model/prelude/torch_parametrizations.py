import torch
from torch import nn
from torch.nn.utils import spectral_norm as kept_spectral_norm
from torch.nn.utils import weight_norm as kept_weight_norm


def forgetting(module, name):
    """The weight is computed where it is read: nothing of it is left after a forward pass."""
    shape = getattr(module, name).shape

    def forget(module, _, output):
        setattr(module, name, torch.zeros(1).expand(shape))

    forget(module, None, None)
    module.register_forward_hook(forget)
    return module


def weight_norm(module, name="weight", dim=0):
    return forgetting(kept_weight_norm(module, name, dim), name)


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    return forgetting(kept_spectral_norm(module, name, n_power_iterations, eps, dim), name)
