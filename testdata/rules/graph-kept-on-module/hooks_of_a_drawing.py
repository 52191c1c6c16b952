import torch
from torch import nn


class Tap:
    def __init__(self, name, layer, features):
        self.name, self.features = name, features
        self.handle = layer.register_forward_hook(self.keep)

    def keep(self, layer, given, out):
        if isinstance(out, torch.Tensor):
            self.features[self.name] = out


@torch.no_grad()
def draw_all(model, clip, folder):
    features = {}
    taps = [Tap(name, layer, features) for name, layer in model.named_modules() if isinstance(layer, nn.Conv3d)]
    model(clip)
    for tap in taps:
        tap.handle.remove()
    for name, one in features.items():
        torch.save(one.mean(dim=1).cpu(), f"{folder}/{name}.pt")
