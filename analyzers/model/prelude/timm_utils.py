"""timm's averages of a model's weights: a copy that lies beside it."""
import copy
import torch
from torch import nn


class ModelEma:
    def __init__(self, model, decay=0.9999, device="", resume=""):
        self.ema = copy.deepcopy(model)
        self.ema.eval()
        self.decay, self.device = decay, device
        if device:
            self.ema.to(device=device)
        for p in self.ema.parameters():
            p.requires_grad_(False)

    def update(self, model):
        return None


class ModelEmaV2(nn.Module):
    def __init__(self, model, decay=0.9999, device=None):
        super().__init__()
        self.module = copy.deepcopy(model)
        self.module.eval()
        self.decay, self.device = decay, device
        if device is not None:
            self.module.to(device=device)

    def update(self, model):
        return None

    def set(self, model):
        return None

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)


class ModelEmaV3(ModelEmaV2):
    def __init__(self, model, decay=0.9999, min_decay=0.0, update_after_step=0, use_warmup=False, warmup_gamma=1.0, warmup_power=2 / 3,
                 device=None, dtype=None, **kwargs):
        ModelEmaV2.__init__(self, model, decay, device)
        if dtype is not None:
            self.module.to(dtype=dtype)

    def update(self, model, step=None):
        return None
