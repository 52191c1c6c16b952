import functools
import time

import torch


def timed(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        start = time.time()
        result = fn(*args, **kwargs)
        print(time.time() - start)
        return result

    return inner


def frozen(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        with torch.no_grad():
            return fn(*args, **kwargs)

    return inner


@timed
@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum().item()  # want "model runs with gradients on in an evaluation loop"
    return right


def report(model, loader):
    print(evaluate(model, loader), validate(model, loader))


@frozen
def validate(model, loader):
    model.eval()
    right = 0
    for x, y in loader:
        right += (model(x).argmax(1) == y).sum().item()
    return right
