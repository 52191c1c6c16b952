import torch

OPTIMIZERS = {}


def register(name):
    def add(function):
        OPTIMIZERS[name] = function
        return function

    return add


@register("adamw")
def adamw(params, **options):
    return torch.optim.AdamW(params, **options)


@register("sgd")
def sgd(params, **options):
    return torch.optim.SGD(params, momentum=0.9, **options)  # want "params is a generator that line 16 has used up"


def build(config, model):
    options = dict(config)
    return OPTIMIZERS[options.pop("name")](model.parameters(), **options)


KINDS = {"adamw": adamw, "sgd": sgd}


def build_kind(config, model):
    return KINDS[config["name"]](model.parameters(), lr=config["lr"])


def build_both(config, model):
    params = model.parameters()
    return KINDS[config["first"]](params), sgd(params)
