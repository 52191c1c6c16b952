import torch
import torch.nn as nn
import torch.nn.functional as F


def functional(model, loader, optimizer, accumulation_steps):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss.backward()  # want "optimizer steps once in accumulation_steps micro-batches on the sum of their mean losses"
        if (i + 1) % accumulation_steps == 0:
            optimizer.step()
            optimizer.zero_grad()


def module(model, loader, args):
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        scaler.scale(loss).backward()  # want "divide the loss by args.accum"
        if (i + 1) % args.accum == 0:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()


def outputs(model, loader, optimizer):
    for i, batch in enumerate(loader):
        outputs = model(**batch)
        outputs.loss.backward()  # want "steps once in 4 micro-batches"
        if (i + 1) % 4 != 0:
            continue
        optimizer.step()
        optimizer.zero_grad()
