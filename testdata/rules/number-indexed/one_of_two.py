# What is a number on one way and something else on another is no number for sure.
from torch import nn

criterion = nn.CrossEntropyLoss()


def show(model, x, y, weighed):
    loss = criterion(model(x), y)
    if weighed is not None:
        loss = weighed(model(x), y)
    return loss.data[0]


def handed_in(loss):
    return loss.data[0]
