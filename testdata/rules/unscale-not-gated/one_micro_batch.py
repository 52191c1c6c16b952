# What runs only where there is one micro-batch to a step does not run once for every micro-batch of a longer one.
import torch
from torch import nn


def asserted(model, optimizer, loader, criterion, every, clip):
    scaler = torch.amp.GradScaler("cuda")
    for step, (x, y) in enumerate(loader):
        with torch.autocast("cuda"):
            loss = criterion(model(x), y) / every
        scaler.scale(loss).backward()
        if clip:
            assert every == 1, "clipping knows no accumulation"
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(model.parameters(), clip)
        if (step + 1) % every == 0:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()


def tested(model, optimizer, loader, criterion, every):
    scaler = torch.amp.GradScaler("cuda")
    for step, (x, y) in enumerate(loader):
        with torch.autocast("cuda"):
            loss = criterion(model(x), y) / every
        scaler.scale(loss).backward()
        if not every > 1:
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if (step + 1) % every == 0:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()


def refused(model, optimizer, loader, criterion, every):
    if every != 1:
        raise ValueError("clipping knows no accumulation")
    scaler = torch.amp.GradScaler("cuda")
    for step, (x, y) in enumerate(loader):
        with torch.autocast("cuda"):
            loss = criterion(model(x), y) / every
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if (step + 1) % every == 0:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()


def of_something_else(model, optimizer, loader, criterion, every, replicas):
    assert replicas == 1
    scaler = torch.amp.GradScaler("cuda")
    for step, (x, y) in enumerate(loader):
        with torch.autocast("cuda"):
            loss = criterion(model(x), y) / every
        scaler.scale(loss).backward()
        if every >= 1:
            scaler.unscale_(optimizer)  # want "raises RuntimeError"
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if (step + 1) % every == 0:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()

