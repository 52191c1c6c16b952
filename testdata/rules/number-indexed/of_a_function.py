# What a function of the file gives is a number where each of its returns is one, and nothing is put around it.
import functools

import torch.nn.functional as F


def for_each_sample(function):
    @functools.wraps(function)
    def wrapped(model, x):
        return F.relu(model(x)) + 0 * function(model, x)
    return wrapped


def loss_of(model, x):
    if x.requires_grad:
        return F.l1_loss(model(x), x)
    return F.mse_loss(model(x), x)


@for_each_sample
def losses_of(model, x):
    return F.mse_loss(model(x), x)


def loss_or_losses(model, x, each):
    if each:
        return F.mse_loss(model(x), x, reduction="none")
    return F.mse_loss(model(x), x)


def with_a_helper(model, x):
    def inner():
        return x
    return F.mse_loss(model(inner()), x)


def log(model, x):
    loss = loss_of(model, x)
    print(loss.data[0])  # want "loss.data\[0\] raises IndexError"
    losses = losses_of(model, x)
    print(losses.data[0])
    some = loss_or_losses(model, x, True)
    print(some.data[0])
    last = with_a_helper(model, x)
    print(last.data[0])  # want "last.data\[0\] raises IndexError"
