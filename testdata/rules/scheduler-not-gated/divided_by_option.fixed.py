import torch
from transformers import get_linear_schedule_with_warmup


def divides_where_it_accumulates(args, model, loader):
    total = len(loader) // args.accumulation * args.epochs
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=args.warmup, num_training_steps=total)
    for step, batch in enumerate(loader):
        loss = model(**batch)[0]
        if args.accumulation > 1:
            loss = loss / args.accumulation
        loss.backward()
        if (step + 1) % args.accumulation == 0:
            optimizer.step()
            scheduler.step()  # want "scheduler.step\(\) runs for every micro-batch but optimizer steps once in args.accumulation"
            optimizer.zero_grad()


def one_of_two_optimizers(args, model, loader):
    if args.fused:
        optimizer = torch.optim.AdamW(model.parameters(), fused=True)
    else:
        optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1000)
    for step, batch in enumerate(loader):
        loss = model(batch).mean() / args.accumulation
        loss.backward()
        if (step + 1) % args.accumulation == 0:
            optimizer.step()
            scheduler.step()  # want "steps once in args.accumulation"
            optimizer.zero_grad()


def gated(args, model, loader):
    total = len(loader) // args.accumulation * args.epochs
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=args.warmup, num_training_steps=total)
    for step, batch in enumerate(loader):
        loss = model(**batch)[0]
        if args.accumulation > 1:
            loss = loss / args.accumulation
        loss.backward()
        if (step + 1) % args.accumulation == 0:
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()


def counted_in_batches(args, model, loader):
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=0, num_training_steps=len(loader) * args.epochs)
    for step, batch in enumerate(loader):
        loss = model(**batch)[0]
        if args.accumulation > 1:
            loss = loss / args.accumulation
        loss.backward()
        if (step + 1) % args.accumulation == 0:
            optimizer.step()
            optimizer.zero_grad()
        scheduler.step()
