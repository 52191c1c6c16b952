# A function that makes the factor of each step has the length from the function around it.
import math

import torch
from torch.optim.lr_scheduler import LambdaLR


def cosine(optimizer, warmup, total):
    def factor(step):
        if step < warmup:
            return step / max(1, warmup)
        return 0.5 * (1 + math.cos(math.pi * (step - warmup) / max(1, total - warmup)))

    return LambdaLR(optimizer, factor, -1)


def counted_in_batches(settings, model, loader, samples):
    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.lr)
    scheduler = cosine(optimizer, 100, settings.epochs * (len(samples) // settings.batch_size))
    for i, batch in enumerate(loader):
        (model(batch).mean() / settings.accumulation).backward()
        if (i + 1) % settings.accumulation == 0:
            optimizer.step()
            optimizer.zero_grad()
        scheduler.step()


def counted_in_updates(settings, model, loader):
    optimizer = torch.optim.AdamW(model.parameters(), lr=settings.lr)
    scheduler = cosine(optimizer, 100, settings.epochs * (len(loader) // settings.accumulation))
    for i, batch in enumerate(loader):
        (model(batch).mean() / settings.accumulation).backward()
        if (i + 1) % settings.accumulation == 0:
            optimizer.step()
            scheduler.step()  # want "the schedule ends settings.accumulation times too early"
            optimizer.zero_grad()
