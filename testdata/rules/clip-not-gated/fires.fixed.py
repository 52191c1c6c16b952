import torch
from torch.nn.utils import clip_grad_norm_


def plain(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / n
        loss.backward()
        if (i + 1) % n == 0:
            clip_grad_norm_(model.parameters(), 1.0)  # want "the sum of gradients is clipped after every micro-batch, and optimizer steps once in n"
            optimizer.step()
            optimizer.zero_grad()


def by_value(model, loader, optimizer, args):
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / args.accumulate
        loss.backward()
        if (i + 1) % args.accumulate == 0:
            torch.nn.utils.clip_grad_value_(model.parameters(), 0.5)  # want "steps once in args.accumulate"
            optimizer.step()
            optimizer.zero_grad()


def before_the_pass(model, loader, optimizer):
    for i, batch in enumerate(loader):
        (model(batch).mean() / 4).backward()
        if (i + 1) % 4 == 0:
            clip_grad_norm_(model.parameters(), 1.0)  # want "the sum of gradients is clipped before every micro-batch, and optimizer steps once in 4"
            optimizer.step()
            optimizer.zero_grad()
