import torch
from transformers import get_linear_schedule_with_warmup


def train(model, loader, n):
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10000)
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / n
        loss.backward()
        if (i + 1) % n == 0:
            optimizer.step()
            scheduler.step()  # want "scheduler.step\(\) runs for every micro-batch but optimizer steps once in n"
            optimizer.zero_grad()


def warmup(model, loader, args):
    optimizer = torch.optim.AdamW(model.parameters())
    total = len(loader) // args.accumulation * args.epochs
    scheduler = get_linear_schedule_with_warmup(optimizer, 100, total)
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / args.accumulation
        loss.backward()
        if (i + 1) % args.accumulation == 0:
            optimizer.step()
            scheduler.step()  # want "steps once in args.accumulation"
            optimizer.zero_grad()


def given(model, loader, optimizer, scheduler):
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / 4
        loss.backward()
        if (i + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
        scheduler.step()  # want "steps once in 4"
