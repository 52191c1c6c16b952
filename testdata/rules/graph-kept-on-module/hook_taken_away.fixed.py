import torch
from torch import nn


# The hook is removed before the function returns: what it keeps goes with the function's variables.
class Mixer:
    def mixed(self, model: nn.Module, x: torch.Tensor, order: torch.Tensor, name: str = "layer3"):
        features = [None]

        def mix(module, inputs, output):
            both = 0.5 * output + 0.5 * output[order]
            features[0] = both
            return both

        where = None
        for path, module in model.named_modules():
            if path == name:
                where = module
        handle = where.register_forward_hook(mix)
        try:
            out = model(x)
        finally:
            handle.remove()
        return out


# Nobody removes this one.
class Watcher:
    def watch(self, model: nn.Module, order: torch.Tensor, name: str = "layer3"):
        features = [None]

        def keep(module, inputs, output):
            both = 0.5 * output + 0.5 * output[order]
            features[0] = both.detach()  # want "features keeps both with its autograd graph on the module"
            return both

        where = None
        for path, module in model.named_modules():
            if path == name:
                where = module
        where.register_forward_hook(keep)
