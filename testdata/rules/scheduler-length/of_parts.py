import torch
import torch.nn.functional as F
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, SequentialLR


def rise_and_fall(optimizer, rise, whole):
    up = LinearLR(optimizer, start_factor=0.01, total_iters=rise)
    down = CosineAnnealingLR(optimizer, whole - rise)
    return SequentialLR(optimizer, schedulers=[up, down], milestones=[rise])


def per_batch(model, loader, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    schedule = rise_and_fall(optimizer, args.rise, args.epochs)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
            schedule.step()  # want "runs for every batch, but the length of its schedule, whole - rise, counts epochs"


def per_epoch(model, loader, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    n = len(loader)
    up = LinearLR(optimizer, 0.01, total_iters=args.rise * n)
    down = CosineAnnealingLR(optimizer, T_max=(args.epochs - args.rise) * n)
    schedule = SequentialLR(optimizer, [up, down], [args.rise * n])
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        schedule.step()  # want "runs once an epoch, but the length of its schedule, .*, counts batches"


def counted_as_it_steps(model, loader, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    schedule = rise_and_fall(optimizer, args.rise * len(loader), args.epochs * len(loader))
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
            schedule.step()


def of_epochs_and_once_an_epoch(model, loader, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    schedule = rise_and_fall(optimizer, args.rise, args.epochs)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        schedule.step()


def of_different_lengths(model, loader, args):
    """One part counts batches, the other epochs: nobody can say which is meant."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    parts = [CosineAnnealingLR(optimizer, len(loader)), CosineAnnealingLR(optimizer, args.epochs)]
    schedule = SequentialLR(optimizer, parts, [len(loader)])
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
            schedule.step()


def of_more_parts_than_are_seen(model, loader, args, more):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    parts = [CosineAnnealingLR(optimizer, args.epochs)]
    parts.extend(more)
    schedule = SequentialLR(optimizer, parts, args.milestones)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
            schedule.step()
