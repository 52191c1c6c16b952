import torch
import torch.nn.functional as F


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


def two_losses_of_a_batch(args, net, batches, optimizer, criterion):
    for n, (x, y, parts) in enumerate(batches):
        F.cross_entropy(net(x), y).backward()  # want "optimizer steps once in args.accumulate micro-batches"
        F.cross_entropy(net.parts(x), parts).backward()
        if (n + 1) % args.accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()


def one_of_two_divided(args, net, batches, optimizer, criterion):
    for n, (x, y, parts) in enumerate(batches):
        F.cross_entropy(net(x), y).backward()  # todo-want "args.accumulate"
        (F.cross_entropy(net.parts(x), parts) / args.accumulate).backward()
        if (n + 1) % args.accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()
