import torch
from torch.utils.data import DataLoader

MAX_STEPS = 6000
ACCUMULATE = 4


def endless(loader):
    while True:
        yield from loader


def laps_of_a_while(model, data, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.max_steps)
    batches = endless(DataLoader(data, batch_size=8, shuffle=True, num_workers=4))
    step = 0
    while step < args.max_steps:
        x, y = next(batches)
        loss = torch.nn.functional.cross_entropy(model(x), y) / args.accumulate
        loss.backward()
        step += 1
        if step % args.accumulate == 0:
            optimizer.step()
            scheduler.step()  # want "once in args.accumulate batches"
            optimizer.zero_grad()


def laps_of_a_range(model, data):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-3, total_steps=MAX_STEPS)
    batches = endless(DataLoader(data, batch_size=8, shuffle=True, num_workers=4))
    for step in range(MAX_STEPS):
        x, y = next(batches)
        loss = torch.nn.functional.cross_entropy(model(x), y) / ACCUMULATE
        loss.backward()
        if (step + 1) % ACCUMULATE == 0:
            optimizer.step()
            scheduler.step()  # want "once in 4 batches"
            optimizer.zero_grad()


def updates_are_counted(model, data, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.max_steps)
    batches = endless(DataLoader(data, batch_size=8, shuffle=True, num_workers=4))
    step, seen = 0, 0
    while step < args.max_steps:
        x, y = next(batches)
        loss = torch.nn.functional.cross_entropy(model(x), y) / args.accumulate
        loss.backward()
        seen += 1
        if seen % args.accumulate == 0:
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            step += 1


def length_is_divided(model, data, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.max_steps // args.accumulate)
    batches = endless(DataLoader(data, batch_size=8, shuffle=True, num_workers=4))
    for step in range(args.max_steps):
        x, y = next(batches)
        loss = torch.nn.functional.cross_entropy(model(x), y) / args.accumulate
        loss.backward()
        if (step + 1) % args.accumulate == 0:
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()


def loop_is_multiplied(model, data, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.max_steps)
    batches = endless(DataLoader(data, batch_size=8, shuffle=True, num_workers=4))
    for step in range(args.max_steps * args.accumulate):
        x, y = next(batches)
        loss = torch.nn.functional.cross_entropy(model(x), y) / args.accumulate
        loss.backward()
        if (step + 1) % args.accumulate == 0:
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()


def each_batch_is_an_update(model, data, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.max_steps)
    batches = endless(DataLoader(data, batch_size=8, shuffle=True, num_workers=4))
    step = 0
    while step < args.max_steps:
        x, y = next(batches)
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        scheduler.step()
        step += 1


def counter_jumps(model, data, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.max_images)
    batches = endless(DataLoader(data, batch_size=8, shuffle=True, num_workers=4))
    seen, laps = 0, 0
    while seen < args.max_images:
        x, y = next(batches)
        loss = torch.nn.functional.cross_entropy(model(x), y) / args.accumulate
        loss.backward()
        seen += x.shape[0]
        laps += 1
        if laps % args.accumulate == 0:
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()


# The length counts the evaluations, and the schedule steps for every batch.
def evaluations_are_counted(model, data, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.max_steps // args.eval_every)
    batches = endless(DataLoader(data, batch_size=8, shuffle=True, num_workers=4))
    for step in range(1, args.max_steps + 1):
        x, y = next(batches)
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        scheduler.step()  # want "counts what is done once in several"
        if step % args.eval_every == 0:
            print(step)


def steps_with_the_evaluations(model, data, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.max_steps // args.eval_every)
    batches = endless(DataLoader(data, batch_size=8, shuffle=True, num_workers=4))
    for step in range(1, args.max_steps + 1):
        x, y = next(batches)
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        if step % args.eval_every == 0:
            print(step)
            scheduler.step()


def a_third_of_the_laps(model, data, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.max_steps // args.swings)
    batches = endless(DataLoader(data, batch_size=8, shuffle=True, num_workers=4))
    for step in range(args.max_steps):
        x, y = next(batches)
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        scheduler.step()
        if step % args.eval_every == 0:
            print(step)


def as_many_as_laps(model, data, args):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.max_steps)
    batches = endless(DataLoader(data, batch_size=8, shuffle=True, num_workers=4))
    for step in range(1, args.max_steps + 1):
        x, y = next(batches)
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
        scheduler.step()
