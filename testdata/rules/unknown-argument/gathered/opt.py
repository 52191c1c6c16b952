import torch

DEFAULTS = {"lr": 1e-3, "weight_decay": 0.01}


def make_optimizer(model, **more):
    options = dict(DEFAULTS)
    options.update(more)
    options["decay"] = options.pop("weight_decay")
    return torch.optim.AdamW(model.parameters(), **options)  # want "takes no decay="


def make_right(model, **more):
    options = dict(DEFAULTS)
    options.update(more)
    options["decay"] = options["weight_decay"]
    options.pop("decay")
    return torch.optim.AdamW(model.parameters(), **options)
