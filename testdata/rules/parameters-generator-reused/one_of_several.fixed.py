import torch
from torch import nn
from torch.optim import SGD, Adam, AdamW


def by_class(parameters, wanted, **kwargs):
    if isinstance(parameters, nn.Module):
        parameters = parameters.parameters()
    optimizer = None
    for optimizer_class in (Adam, AdamW, SGD):
        if wanted == optimizer_class.__name__:
            optimizer = optimizer_class(parameters, **kwargs)
            print("made", wanted)
            break
    return optimizer


def at_once(model, names):
    parameters = model.parameters()
    for name in names:
        if name == "sgd":
            return SGD(parameters, lr=0.1)
    raise KeyError(names)


def only_out_of_the_inner_loop(model, names, tries):
    parameters = list(model.parameters())
    for name in names:
        for _ in range(tries):
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)  # want "uses it up in its first iteration"
            break
        print(name)


def told(optimizer_class):
    def make(params, **kwargs):
        print("with eight bits")
        return optimizer_class(params=params, **kwargs)

    return make


MAKERS = {"adam": Adam, "adam8": told(Adam)}


def by_name(model, kind, decayed):
    maker = MAKERS[kind]
    if decayed:
        parameters = [{"params": (p for n, p in model.named_parameters() if n in decayed), "weight_decay": 0.1}]
    else:
        parameters = model.parameters()
    return maker(params=parameters)


def both(model, kind):
    maker = MAKERS[kind]
    parameters = list(model.parameters())
    first = maker(params=parameters)
    second = maker(params=parameters)  # want "has used up"
    return first, second
