# A clipping whose norm is kept bounds it when it says by how much; one that is called with what nobody here knows may only measure.
import torch
from torch.nn.utils import clip_grad_norm_


def kept(model, loader, optimizer, scaler, log):
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        norm = clip_grad_norm_(model.parameters(), 1.0)  # want "call scaler.unscale_\(optimizer\) before clipping"
        log(norm)
        scaler.step(optimizer)
        scaler.update()


def named(model, loader, optimizer, scaler, log):
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        norm = clip_grad_norm_(model.parameters(), max_norm=1.0)  # want "call scaler.unscale_\(optimizer\) before clipping"
        log(norm)
        scaler.step(optimizer)
        scaler.update()


def spread(model, loader, optimizer, scaler, log, bound):
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        norm = clip_grad_norm_(model.parameters(), *bound)
        log(norm)
        scaler.step(optimizer)
        scaler.update()


def measured(model, loader, optimizer, scaler, log):
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        norm = clip_grad_norm_(model.parameters(), max_norm=torch.inf)
        log(norm)
        scaler.step(optimizer)
        scaler.update()
