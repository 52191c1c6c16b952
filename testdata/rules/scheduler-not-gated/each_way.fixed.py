# The gate is written once on the way with a scaler, and once on the way without.
import torch
import torch.nn.functional as F


def train(model, loader, scaler, n, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: 1 - s / steps)
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / n
        if scaler is not None:
            scaler.scale(loss).backward()
            if (i + 1) % n == 0:
                scaler.step(optimizer)
                scheduler.step()  # want "scheduler"
                scaler.update()
                optimizer.zero_grad()
        else:
            loss.backward()
            if (i + 1) % n == 0:
                optimizer.step()
                optimizer.zero_grad()


def gated_with_it(model, loader, scaler, n, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: 1 - s / steps)
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / n
        if scaler is not None:
            scaler.scale(loss).backward()
            if (i + 1) % n == 0:
                scaler.step(optimizer)
                scaler.update()
                optimizer.zero_grad()
                scheduler.step()
        else:
            loss.backward()
            if (i + 1) % n == 0:
                optimizer.step()
                optimizer.zero_grad()
                scheduler.step()
