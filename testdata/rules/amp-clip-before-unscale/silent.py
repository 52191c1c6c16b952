import torch
from torch.amp import GradScaler
from torch.nn.utils import clip_grad_norm_
from accelerate import Accelerator
from elsewhere import clip_gradients


def right(model, loader, optimizer):
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.unscale_(optimizer)
        clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()


def branches(model, loader, optimizer, use_amp):
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        if use_amp:
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
            clip_grad_norm_(model.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()


def gates(model, loader, optimizer, scaler, args):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        if args.amp:
            scaler.scale(loss).backward()
        else:
            loss.backward()
        if not args.amp:
            clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        else:
            scaler.step(optimizer)
            scaler.update()


def accelerated(model, loader, optimizer):
    accelerator = Accelerator(mixed_precision="fp16")
    for batch in loader:
        optimizer.zero_grad()
        accelerator.backward(model(batch).mean())
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


def wrapper(model, loader, optimizer, scaler):
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        clip_gradients(model, scaler)
        scaler.step(optimizer)
        scaler.update()


def logged(model, loader, optimizer, scaler):
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        norm = clip_grad_norm_(model.parameters(), float("inf"))
        scaler.step(optimizer)
        scaler.update()
        print(norm)


def disabled(model, loader, optimizer):
    scaler = GradScaler("cuda", enabled=False)
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
