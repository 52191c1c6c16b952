import torch
from torch import nn
from tqdm import tqdm


def fine(model, optimizer, train_loader, val_loader, criterion, train_losses):
    train_loss, val_loss, right = 0.0, 0.0, 0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        train_loss += loss.item()
    with torch.no_grad():
        for x, y in val_loader:
            val_loss += criterion(model(x), y).item()
            right += (model(x).argmax(1) == y).sum().item()
    train_losses.append(train_loss / len(train_loader))
    # a list of figures, one for each epoch
    return val_loss / len(val_loader), val_loss / len(train_losses), right / len(val_loader.dataset)


@torch.no_grad()
def both_ways(model, train_loader, val_loader, criterion):
    gap = 0.0
    for (x, y), (v, w) in zip(train_loader, val_loader):
        gap += (criterion(model(x), y) - criterion(model(v), w)).item()
    bar, seen = tqdm(train_loader), 0.0
    for x, y in bar:
        seen += criterion(model(x), y).item()
    return gap / len(train_loader), seen / len(train_loader)


# A validation within the training: the sum is of its batches, as many times as there are steps.
def within(model, optimizer, train_loader, val_loader, criterion):
    val_loss, extra = 0.0, 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()
        with torch.no_grad():
            v, w = next(iter(val_loader))
            val_loss += criterion(model(v), w).item()
            for v, w in val_loader:
                extra += nn.functional.mse_loss(model(v), w).item()
    for v, w in val_loader:
        extra += 1
    return val_loss / len(train_loader), extra / len(train_loader)


@torch.no_grad()
def phases(model, loaders, criterion):
    for phase in ("train", "val"):
        total = 0.0
        for x, y in loaders[phase]:
            total += criterion(model(x), y).item()
        print(total / len(loaders[phase]))


def called(model, evaluate, train_loader, val_loader):
    val_loss = evaluate(model, val_loader)
    return val_loss / len(train_loader)
