import torch
from accelerate import Accelerator


def gated(model, loader, optimizer, scheduler, n):
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        if (i + 1) % n == 0:
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()


def per_epoch(model, loader, optimizer, scheduler, n):
    for epoch in range(3):
        for i, batch in enumerate(loader):
            (model(batch).mean() / n).backward()
            if (i + 1) % n == 0:
                optimizer.step()
                optimizer.zero_grad()
        scheduler.step()


def counted_in_micro_batches(model, loader, n, epochs):
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-3, steps_per_epoch=len(loader), epochs=epochs)
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()
        scheduler.step()


def counted_in_a_name(model, loader, n, epochs):
    optimizer = torch.optim.AdamW(model.parameters())
    total = len(loader) * epochs
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=total)
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()
        scheduler.step()


def accelerated(model, loader, optimizer, scheduler):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    model, optimizer, loader, scheduler = accelerator.prepare(model, optimizer, loader, scheduler)
    for i, batch in enumerate(loader):
        accelerator.backward(model(batch).mean())
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
        scheduler.step()


def plateau(model, loader, optimizer, scheduler, n):
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / n
        loss.backward()
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()
        scheduler.step(loss)
