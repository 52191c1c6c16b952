"""A batch without anything to learn from is skipped, and the rest of the loop is as ever."""
import torch
from torch.nn.utils import clip_grad_norm_


def train(net, loader, criterion, args):
    optimizer = torch.optim.Adam(net.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        for i, (tokens, masked) in enumerate(loader):
            masked = masked[masked != args.pad]
            if masked.shape[0] == 0:
                print("nothing masked, skipping")
                continue
            loss = criterion(net(tokens), masked) / args.accumulation
            loss.backward()
            if args.clip:
                norm = clip_grad_norm_(net.parameters(), args.clip)  # want "is clipped after every micro-batch"
            if (i + 1) % args.accumulation == 0:
                optimizer.step()
                optimizer.zero_grad()


# Clipped on the way that steps alone, on which there is a backward pass of its own.
def train_without_sync(net, loader, criterion, args):
    net = torch.nn.parallel.DistributedDataParallel(net)
    optimizer = torch.optim.Adam(net.parameters(), lr=args.lr)
    for i, (tokens, masked) in enumerate(loader):
        if masked.shape[0] == 0:
            continue
        if (i + 1) % args.accumulation == 0:
            loss = criterion(net(tokens), masked) / args.accumulation
            loss.backward()
            clip_grad_norm_(net.parameters(), args.clip)
            optimizer.step()
            optimizer.zero_grad()
        else:
            with net.no_sync():
                loss = criterion(net(tokens), masked) / args.accumulation
                loss.backward()


# What is clipped is skipped more often than the backward pass: nobody knows which batches these are.
def train_what_is_large(net, loader, criterion, args):
    optimizer = torch.optim.Adam(net.parameters(), lr=args.lr)
    for i, (tokens, masked) in enumerate(loader):
        loss = criterion(net(tokens), masked) / args.accumulation
        loss.backward()
        if tokens.shape[1] > args.long:
            clip_grad_norm_(net.parameters(), args.clip)
        if (i + 1) % args.accumulation == 0:
            optimizer.step()
            optimizer.zero_grad()
