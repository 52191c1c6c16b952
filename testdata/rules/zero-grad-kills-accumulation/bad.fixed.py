import torch


def train(model, loader, optimizer, args):
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / args.accumulation
        loss.backward()
        if (i + 1) % args.accumulation == 0 or i + 1 == len(loader):
            optimizer.step()
            optimizer.zero_grad()  # want "optimizer.zero_grad\(\) runs for every micro-batch but optimizer steps once in args.accumulation"


def continues(model, loader, optimizer, scaler):
    for i, batch in enumerate(loader):
        scaler.scale(model(batch).mean() / 4).backward()
        if (i + 1) % 4 != 0:
            continue
        scaler.step(optimizer)
        optimizer.zero_grad()  # want "steps once in 4"
        scaler.update()


def flag(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        update = (i + 1) % n == 0
        loss = model(batch).mean() / n
        loss.backward()
        if update:
            optimizer.step()
            optimizer.zero_grad()  # want "steps once in n"


def by_the_module(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / n
        loss.backward()
        if i % n == n - 1:
            optimizer.step()
            model.zero_grad()  # want "model.zero_grad\(\) runs for every micro-batch"
