import torch
import torch.nn as nn
import torch.nn.functional as F


def constant_divisor(model, loader, optimizer):
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) * 0.25
        loss.backward()
        if (step + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()


def constant_for_an_option(model, loader, optimizer, args):
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / 8
        loss.backward()
        if (step + 1) % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()


def other_words_for_it(model, loader, optimizer, args):
    scale = 1 / args.accum
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) * scale
        loss.backward()
        if (step + 1) % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()


def share_of_the_batch(model, loader, optimizer, args):
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) * (x.shape[0] / 64)
        loss.backward()
        if (step + 1) % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()


def summed(model, loader, optimizer, args):
    for step, (x, y) in enumerate(loader):
        loss = (model(x) - y).pow(2).sum() + 0.1 * model.penalty().mean()
        loss.backward()
        if (step + 1) % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()


def only_when_asked(model, loader, optimizer, args):
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        if args.accum > 1:
            loss = loss / args.accum
        loss.backward()
        if (step + 1) % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()


class Scaled(nn.Module):
    def __init__(self, net, n):
        super().__init__()
        self.net, self.n = net, n

    def forward(self, x, y):
        return F.cross_entropy(self.net(x), y) / self.n


def inside(net, loader, optimizer, args):
    model = Scaled(net, args.accum)
    for step, (x, y) in enumerate(loader):
        loss = model(x, y)
        loss.backward()
        if (step + 1) % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()


def step_for_each(model, loader, optimizer, args):
    seen = 0
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        seen += 1
        if seen == args.log:
            seen = 0


def by_hand(model, loader, optimizer, args):
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss.backward(gradient=torch.tensor(1.0 / args.parts))
        if (step + 1) % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()


def both_ways_and_the_mean(model, loader, optimizer, args):
    batches = iter(loader)
    for _ in range(len(loader) // args.parts):
        optimizer.zero_grad()
        for _ in range(args.parts):
            a, b = next(batches)
            scores = model(a) @ model(b).t()
            target = torch.arange(len(scores))
            loss = (F.cross_entropy(scores, target) + F.cross_entropy(scores.t(), target)) / (2 * args.parts)
            loss.backward()
        optimizer.step()
