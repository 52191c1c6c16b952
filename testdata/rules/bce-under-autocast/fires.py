import torch
import torch.nn.functional as F
from torch import nn


def train(model, loader, optimizer):
    criterion = nn.BCELoss()
    scaler = torch.amp.GradScaler("cuda")
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            loss = criterion(torch.sigmoid(model(x)), y)  # want "under autocast \(line 11\): PyTorch refuses it there with RuntimeError"
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()


def functional(model, x, y, optimizer):
    with torch.amp.autocast(device_type="cuda"):
        with torch.no_grad():
            return F.binary_cross_entropy(model(x), y)  # want "under autocast \(line 19\)"


def measure(p, y):
    return F.binary_cross_entropy(p, y)  # want "under autocast \(line 31\)"


def steps(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = measure(model(x), y)
        loss.backward()
        optimizer.step()


USE_AMP = True


def by_constant(model, loader, optimizer):
    criterion = nn.BCELoss()
    for x, y in loader:
        optimizer.zero_grad()
        with torch.cuda.amp.autocast(enabled=USE_AMP):  # also deprecated-autocast
            loss = criterion(torch.sigmoid(model(x)), y)  # want "under autocast \(line 44\)"
        loss.backward()
        optimizer.step()
