import torch
import torch.nn.functional as F


def renamed(model, loader, optimizer, every, share):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        if (i + 1) % every == 0:
            for p in model.parameters():
                g = p.grad
                if g is not None:
                    g.mul_(share)
            optimizer.step()
            optimizer.zero_grad()


def gathered(model, loader, optimizer, every, inverse):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        if (i + 1) % every == 0:
            grads = [p.grad for p in model.parameters() if p.grad is not None]
            torch._foreach_mul_(grads, inverse)
            optimizer.step()
            optimizer.zero_grad()


def rescale(parameters, factor):
    for p in parameters:
        if p.grad is not None:
            apply_factor(p.grad, factor)


def apply_factor(tensor, factor):
    tensor.mul_(factor)


def in_a_helper(model, loader, optimizer, every, factor):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        if (i + 1) % every == 0:
            rescale(model.parameters(), factor)
            optimizer.step()
            optimizer.zero_grad()
