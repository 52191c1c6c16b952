import collections

import torch


def parts(model, loader, optimizer):
    log = collections.defaultdict(list)
    for batch in loader:
        losses = model(batch)
        total = sum(losses.values())
        optimizer.zero_grad()
        total.backward()
        optimizer.step()
        for name, loss in losses.items():
            log[name].append(loss)  # want "log keeps loss of every iteration"
    return log


def without_names(model, loader, optimizer):
    kept = []
    for batch in loader:
        losses = model(batch)
        optimizer.zero_grad()
        sum(losses.values()).backward()
        optimizer.step()
        for loss in losses.values():
            kept.append(loss)  # want "kept keeps loss of every iteration"
    return kept


def numbers(model, loader, optimizer):
    log = collections.defaultdict(list)
    for batch in loader:
        losses = model(batch)
        optimizer.zero_grad()
        sum(losses.values()).backward()
        optimizer.step()
        for name, loss in losses.items():
            log[name].append(loss.item())
    return log


def names(model, loader, optimizer):
    seen = []
    for batch in loader:
        losses = model(batch)
        optimizer.zero_grad()
        sum(losses.values()).backward()
        optimizer.step()
        for name, loss in losses.items():
            seen.append(name)
    return seen


def data(model, loader, optimizer):
    kept = []
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        for name, value in batch.items():
            kept.append(value)
    return kept


def numbers_of_tensors(model, loader, optimizer):
    log = collections.defaultdict(list)
    for batch in loader:
        out = model(batch)
        optimizer.zero_grad()
        out["loss"].backward()
        optimizer.step()
        for name, value in out.items():
            if torch.is_tensor(value):
                if value.numel() > 1:
                    continue
                value = value.item()
            if isinstance(value, (list, dict)):
                continue
            if name not in log:
                log[name] = []
            log[name].append(value)
    return log


def no_tensors(model, loader, optimizer):
    log = collections.defaultdict(list)
    for batch in loader:
        out = model(batch)
        optimizer.zero_grad()
        out["loss"].backward()
        optimizer.step()
        for name, value in out.items():
            if isinstance(value, torch.Tensor):
                continue
            log[name].append(value)
    return log
