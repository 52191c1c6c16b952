# A batch may be skipped, or the loop left, before the gradients are cleared: they are cleared for each micro-batch all the same.
import torch
import torch.nn.functional as F


def skips(model, loader, n):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        if len(x) == 1:
            continue
        loss = F.cross_entropy(model(x), y) / n
        loss.backward()
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()  # want "runs for every micro-batch"


def with_a_scaler_and_without(model, loader, scaler, n):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()  # want "runs for every micro-batch"
        loss = F.cross_entropy(model(x), y) / n
        if scaler is not None:
            scaler.scale(loss).backward()
            if (i + 1) % n == 0:
                scaler.step(optimizer)
                scaler.update()
        else:
            loss.backward()
            if (i + 1) % n == 0:
                optimizer.step()


def starts_anew(model, loader, n):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        if i % n == 0:
            optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y) / n
        loss.backward()
        if (i + 1) % n == 0:
            optimizer.step()


def of_some_batches(model, loader, n):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        if x.isnan().any():
            optimizer.zero_grad()
            continue
        loss = F.cross_entropy(model(x), y) / n
        loss.backward()
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()
