import torch
from torch import nn


def without(loader):
    model = nn.Linear(8, 2).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda", enabled=False)
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        scaler.step(optimizer)
        scaler.update()


def either(loader, amp):
    model = nn.Linear(8, 2).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda") if amp else None
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        if scaler is None:
            optimizer.step()


def handed(loader, model, optimizer, scaler):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        scaler.step(optimizer)
        scaler.update()


def told(loader, half):
    model = nn.Linear(8, 2).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda", enabled=half)
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        scaler.step(optimizer)
        scaler.update()
