import torch


def score(model, criterion, loader, rounds):
    model.eval()
    batches = iter(loader)
    total = 0
    for i in range(rounds):
        x, y = next(batches)
        with torch.enable_grad():
            loss = criterion(model(x), y)
        total += loss  # want "total keeps the autograd graph of loss"
    model.train()
    return total / rounds


def score_split(model, criterion, loader, split, limit):
    model.eval()
    n, total = 0, 0
    while True:
        data = loader.get_batch(split)
        n += loader.batch_size
        with torch.enable_grad():
            loss = criterion(model(data["x"])[:, 1:], data["y"][:, 1:])
        total = total + loss  # want "total keeps the autograd graph of loss"
        if data["wrapped"] or n >= limit:
            break
    model.train()
    return total / n


# What is fetched is no batch to evaluate on: a loss over the steps of one sequence, which somebody differentiates.
def unrolled(model, criterion, sequence):
    steps = iter(sequence)
    total = 0
    for i in range(8):
        x, y = next(steps)
        total += criterion(model(x), y)
    return total


def quiet(model, criterion, loader, rounds):
    model.eval()
    batches = iter(loader)
    total = 0
    with torch.no_grad():
        for i in range(rounds):
            x, y = next(batches)
            total += criterion(model(x), y)
    return total / rounds


def numbers(model, criterion, loader, split):
    model.eval()
    total = 0
    while True:
        data = loader.get_batch(split)
        with torch.enable_grad():
            loss = criterion(model(data["x"]), data["y"])
        total = total + loss.item()
        if data["wrapped"]:
            break
    return total
