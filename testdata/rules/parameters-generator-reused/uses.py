import itertools

import torch


def looked_at_only(model):
    params = model.parameters()
    print(type(params), id(params))
    assert params is not None
    return torch.optim.SGD(params, lr=0.1)


def counted_first(model):
    params = model.parameters()
    n = len(list(params))
    return torch.optim.SGD(params, lr=0.1), n  # want "params"


def clipped_later(model, loader):
    params = filter(lambda p: p.requires_grad, model.parameters())
    optimizer = torch.optim.SGD(params, lr=0.1)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        torch.nn.utils.clip_grad_norm_(params, 1.0)  # want "params"
        optimizer.step()


def named(model):
    named = model.named_parameters()
    for name, p in named:
        p.requires_grad = "head" in name
    return torch.optim.SGD([p for _, p in named], lr=0.1)  # want "named"


def chained(model, head):
    params = itertools.chain(model.parameters(), head.parameters())
    total = sum(p.numel() for p in params)
    return torch.optim.SGD(params, lr=0.1), total  # want "params"


def mapped(model):
    params = map(lambda p: p, model.parameters())
    first = torch.optim.SGD(params, lr=0.1)
    return first


def kept(model):
    params = list(model.parameters())
    total = sum(p.numel() for p in params)
    return torch.optim.SGD(params, lr=0.1), total


def as_a_tuple(model):
    params = (*model.parameters(),)
    total = sum(p.numel() for p in params)
    return torch.optim.SGD(params, lr=0.1), total


def made_again(model):
    params = model.parameters()
    total = sum(p.numel() for p in params)
    params = model.parameters()
    return torch.optim.SGD(params, lr=0.1), total


def either(model, fast):
    params = model.parameters()
    if fast:
        return torch.optim.SGD(params, lr=0.1)
    return torch.optim.AdamW(params, lr=0.1)
