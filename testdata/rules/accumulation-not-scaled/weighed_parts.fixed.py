"""A second loss comes with a weight that grows; what divides by the micro-batches would divide both."""
import math

import torch.nn.functional as F


def ramp(weight, epoch, length):
    return weight * math.exp(-5 * (1 - min(epoch, length) / length) ** 2)


def train(net, teacher, optimizer, loader, args):
    for epoch in range(args.epochs):
        for i, (x, y) in enumerate(loader):
            if i % args.accumulation == 0:
                optimizer.zero_grad()
            out = net(x)
            loss = F.cross_entropy(out, y)
            loss += ramp(args.consistency, epoch, args.length) * F.mse_loss(out, teacher(x).detach())
            (loss / args.accumulation).backward()  # want "optimizer steps once in args.accumulation micro-batches on the sum of their mean losses"
            if i % args.accumulation == args.accumulation - 1:
                optimizer.step()


def train_scaled(net, teacher, optimizer, loader, args):
    share = 1 / args.accumulation
    for epoch in range(args.epochs):
        for i, (x, y) in enumerate(loader):
            if i % args.accumulation == 0:
                optimizer.zero_grad()
            out = net(x)
            loss = share * F.cross_entropy(out, y) + share * ramp(args.consistency, epoch, args.length) * F.mse_loss(out, teacher(x).detach())
            loss.backward()
            if i % args.accumulation == args.accumulation - 1:
                optimizer.step()


# One part is what its factor makes it, and nobody tells what that is.
def train_by_factor(net, teacher, optimizer, loader, factor, args):
    for i, (x, y) in enumerate(loader):
        if i % args.accumulation == 0:
            optimizer.zero_grad()
        out = net(x)
        loss = factor * F.cross_entropy(out, y) + out.pow(2).mean()
        loss.backward()
        if i % args.accumulation == args.accumulation - 1:
            optimizer.step()
