import torch
import torch.nn.functional as F
from torch import nn


def logits(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = nn.BCEWithLogitsLoss()(model(x), y)
        loss.backward()
        optimizer.step()


def outside(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            p = model(x)
        loss = F.binary_cross_entropy(p.float(), y)
        loss.backward()
        optimizer.step()


def inner(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.bfloat16):
            p = model(x)
            with torch.autocast("cuda", enabled=False):
                loss = F.binary_cross_entropy(p.float(), y)
        loss.backward()
        optimizer.step()


def option(model, loader, optimizer, args):
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", enabled=args.amp):
            loss = F.binary_cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


def cpu(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = F.binary_cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


def device(model, loader, optimizer, device):
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast(device.type):
            loss = F.binary_cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


def framework(accelerator, model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        with accelerator.autocast():
            loss = F.binary_cross_entropy(model(x), y)
        accelerator.backward(loss)
        optimizer.step()


def unknown_inner(model, loader, optimizer, quiet):
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.bfloat16), quiet():
            loss = F.binary_cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


USE_AMP = False
CHOSEN_AMP = True


def choose(amp):
    global CHOSEN_AMP
    CHOSEN_AMP = amp


def by_constants(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", enabled=USE_AMP):
            loss = F.binary_cross_entropy(model(x), y)
        with torch.autocast("cuda", enabled=CHOSEN_AMP):
            loss = loss + F.binary_cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
