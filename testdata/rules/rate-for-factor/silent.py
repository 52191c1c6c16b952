import math

import torch
from torch.optim.lr_scheduler import LambdaLR

BASE = 0.1


class Warmup:
    def __init__(self, base, last, warmup, total):
        self.floor, self.warmup, self.total = last / base, warmup, total

    def __call__(self, step):
        if step < self.warmup:
            return (step + 1) / self.warmup
        return max(0.5 * (1 + math.cos(math.pi * step / self.total)), self.floor)


def main(model, args, loader):
    def rate(step):
        return args.lr * min(1.0, step / args.warmup)

    first = torch.optim.SGD(model.parameters(), lr=args.lr)
    second = torch.optim.Adam(model.parameters(), args.lr)
    third = torch.optim.Adam(model.parameters(), lr=1.0)
    fourth = torch.optim.SGD(model.parameters(), lr=BASE)
    fifth = torch.optim.SGD(model.parameters(), lr=args.lr)
    schedules = [
        LambdaLR(first, lambda epoch: args.decay ** epoch),
        LambdaLR(second, lr_lambda=Warmup(args.lr, args.last, args.warmup, args.total)),
        LambdaLR(third, rate),  # the optimizer's own is 1
        LambdaLR(fourth, lambda epoch: 0.1 * (epoch < 5) + (epoch >= 5)),  # a warm-up at a tenth
        LambdaLR(fifth, lambda step: rate(step) / args.lr),
    ]
    for x, y in loader:
        for optimizer in (first, second, third, fourth, fifth):
            optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        for optimizer in (first, second, third, fourth, fifth):
            optimizer.step()
        for schedule in schedules:
            schedule.step()
