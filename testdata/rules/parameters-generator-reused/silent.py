import torch
from elsewhere import show
from torch.nn.utils import clip_grad_norm_


def listed(model, loader):
    params = list(model.parameters())
    optimizer = torch.optim.SGD(params, lr=0.1)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        clip_grad_norm_(params, 1.0)
        optimizer.step()


def once(model):
    params = model.parameters()
    return torch.optim.SGD(params, lr=0.1)


def either(model, adam):
    params = model.parameters()
    if adam:
        return torch.optim.Adam(params)
    else:
        return torch.optim.SGD(params, lr=0.1)


def fresh(model, loader, optimizer):
    for batch in loader:
        params = model.parameters()
        optimizer.zero_grad()
        model(batch).mean().backward()
        clip_grad_norm_(params, 1.0)
        optimizer.step()


def rebound(model):
    params = model.parameters()
    print(sum(p.numel() for p in params))
    params = model.parameters()
    return torch.optim.SGD(params, lr=0.1)


def unseen(model):
    params = model.parameters()
    show(params)
    return torch.optim.SGD(params, lr=0.1)


def first(model):
    params = model.parameters()
    device = next(params).device
    return device


def comprehension(model):
    params = [p for p in model.parameters()]
    print(sum(p.numel() for p in params))
    return torch.optim.SGD(params, lr=0.1)
