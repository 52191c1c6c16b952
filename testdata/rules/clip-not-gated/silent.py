import torch
from torch._six import inf
from torch.nn.utils import clip_grad_norm_


def gated(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / n
        loss.backward()
        if (i + 1) % n == 0:
            clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def every(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        loss.backward()
        clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


def one(model, loader, optimizer):
    n = 1
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / n
        loss.backward()
        clip_grad_norm_(model.parameters(), 1.0)
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def logged(model, loader, optimizer, n, log):
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / n
        loss.backward()
        if i % 100 == 0:
            log(clip_grad_norm_(model.parameters(), float("inf")))
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def measured(model, loader, optimizer, n, log):
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / n
        loss.backward()
        log(clip_grad_norm_(model.parameters(), float("inf")))  # an infinite bound only measures
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def measured_by_an_infinite_bound(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), inf)
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()
        print(norm)


def cleared_before_each_micro_batch(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        optimizer.zero_grad()  # also zero-grad-kills-accumulation
        (model(batch).mean() / n).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if (i + 1) % n == 0:
            optimizer.step()
