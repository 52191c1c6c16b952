# What is differentiated is the first thing that a criterion returns, whichever criterion it is.
import torch

import criteria


def build(args):
    if args.loss == "center":
        return criteria.center(args.classes)
    return criteria.plain(args.classes)


def train(args, model, loader):
    criterion = build(args)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x, y in loader:
        loss, parts = criterion(model(x), y)
        print(float(loss.item()), parts)
        optimizer.zero_grad()
        loss.backward()  # want "nothing in this loop clears"
        optimizer.step()


def train_cleared(args, model, loader):
    criterion = build(args)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x, y in loader:
        loss, parts = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def train_by_strategy(args, model, loader, fast, exact):  # what it is given is differentiated, by it
    strategy = fast if args.fast else exact
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x, y in loader:
        strategy.backward(model(x), y)
        optimizer.step()
