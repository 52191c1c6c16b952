import torch

from meters import Log, Number, Sum


def train(model, criterion, optimizer, loader, device):
    log, numbers = Log(Sum), Log(Number)
    for images, targets in loader:
        parts = criterion(model(images.to(device)), targets)
        loss = sum(parts[name] * weight for name, weight in criterion.weights.items())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        log.update(loss=loss, **parts)  # want "log keeps loss of every iteration"
        numbers.update(loss=loss, **parts)
    print(log, numbers)


def train_detached(model, criterion, optimizer, loader, device):
    log = Log(Sum)
    for images, targets in loader:
        parts = criterion(model(images.to(device)), targets)
        loss = sum(parts.values())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        log.update(loss=loss.detach(), **{name: part.detach() for name, part in parts.items()})
    print(log)
