import torch


def in_parts(args, net, batches, optimizer, criterion):
    for n, (x, y) in enumerate(batches):
        loss = criterion(net(x), y)
        loss.backward()  # want "optimizer steps once in args.accumulate micro-batches"
        if (n + 1) % args.accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()


def in_parts_of_its_own(args, net, batches, optimizer, criterion):
    for n, (x, y) in enumerate(batches):
        loss = criterion(net(x), y) / args.accumulate
        loss.backward()
        if (n + 1) % args.accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()
