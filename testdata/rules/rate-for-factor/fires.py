import math

import torch
from torch.optim.lr_scheduler import LambdaLR

BASE = 3e-4


class Warmup:
    def __init__(self, base, warmup, total):
        self.base, self.warmup, self.total = base, warmup, total

    def __call__(self, step):
        if step < self.warmup:
            return self.base * (step + 1) / self.warmup
        return max(0.5 * self.base * (1 + math.cos(math.pi * step / self.total)), 0.01 * self.base)


def main(model, args, loader):
    first = torch.optim.SGD(model.parameters(), lr=args.lr)
    second = torch.optim.Adam(model.parameters(), args.lr)
    third = torch.optim.Adam(model.parameters(), lr=BASE)
    schedules = [
        LambdaLR(first, lambda epoch: args.lr * 0.95 ** epoch),  # want "LambdaLR multiplies the learning rate args.lr of the optimizer at line 20"
        LambdaLR(second, lr_lambda=Warmup(args.lr, args.warmup, args.total)),  # want "the training runs with its square"
        LambdaLR(third, lambda epoch: BASE / (epoch + 1)),  # want "multiplies the learning rate BASE"
    ]
    for x, y in loader:
        for optimizer in (first, second, third):
            optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        for optimizer in (first, second, third):
            optimizer.step()
        for schedule in schedules:
            schedule.step()
