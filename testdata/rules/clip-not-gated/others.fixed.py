import torch
from torch.nn.utils import clip_grad_norm_


def every_time(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        if (i + 1) % n == 0:
            clip_grad_norm_(model.parameters(), 1.0)  # want "clip"
            optimizer.step()
            optimizer.zero_grad()


def with_the_step(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        if (i + 1) % n == 0:
            clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def only_measured(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        norm = clip_grad_norm_(model.parameters(), float("inf"))
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()
        print(norm)


def once_a_step(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


def on_a_switch(model, loader, optimizer, n, clip):
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        if clip:
            clip_grad_norm_(model.parameters(), 1.0)  # want "clip"
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()
