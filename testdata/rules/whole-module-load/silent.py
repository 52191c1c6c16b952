import io

import torch
from torch import nn


def trusted(path):
    model = torch.load(path, weights_only=False)
    model.eval()
    return model


def options(path, kw):
    model = torch.load(path, **kw)
    model.eval()
    return model


def state(path):
    model = nn.Linear(2, 2)
    model.load_state_dict(torch.load(path))
    model.eval()
    return model


def either(path):
    loaded = torch.load(path)
    if isinstance(loaded, nn.Module):
        loaded.eval()
    return loaded


def scripted(path):
    model = torch.jit.load(path)
    model.eval()
    return model


def items(path):
    checkpoint = torch.load(path)
    weight = checkpoint["weight"].float().cuda()
    names = [name for name, _ in checkpoint["model"].items()]
    return weight.mean(), names


def asked(path):
    loaded = torch.load(path)
    if isinstance(loaded, dict):
        net = nn.Linear(2, 2)
        net.load_state_dict(loaded)
        return net
    loaded.eval()
    return loaded


def replaced(path):
    net = torch.load(path)
    net = nn.Linear(2, 2)
    net.eval()
    return net


def replaced_in_a_loop(paths):
    net = torch.load(paths[0])
    for path in paths:
        net = build(path)
    return net.eval()


def in_memory(buffer, x):
    value = torch.load(io.BytesIO(buffer))
    return x(value)


def by_option(path, whole):
    loaded = torch.load(path)
    if not whole:
        net = nn.Linear(2, 2)
        net.load_state_dict(loaded)
        return net
    loaded.eval()
    return loaded


def weights_elsewhere(path):
    loaded = torch.load(path)
    if isinstance(loaded, dict):
        return from_weights(path)
    return loaded.eval()
