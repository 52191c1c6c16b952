# A function inside of another one that nobody calls where it can be seen is handed to an engine or returned: it is a step all
# the same.
import torch
from engine import Engine
from torch.amp import GradScaler


def build(model, optimizer, loader):
    scaler = GradScaler("cuda")

    def update(engine, batch):
        optimizer.zero_grad()
        loss = model(batch).mean()
        scaler.scale(loss).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # want "clipped while"
        scaler.step(optimizer)
        scaler.update()
        return loss.item()

    def update_unscaled(engine, batch):
        optimizer.zero_grad()
        loss = model(batch).mean()
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        return loss.item()

    Engine(update_unscaled).run(loader)
    Engine(update).run(loader)


def make_step(model, optimizer, scaler: GradScaler):
    def step(batch):
        optimizer.zero_grad()
        loss = model(batch).mean()
        scaler.scale(loss).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)  # want "clipped while"
        scaler.step(optimizer)
        scaler.update()

    return step
