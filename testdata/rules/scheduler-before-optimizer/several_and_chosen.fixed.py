# Optimizers and schedulers in lists, or chosen out of a table.
import torch
from torch import nn
from torch.optim.lr_scheduler import CosineAnnealingLR, ExponentialLR, StepLR


class Plain(torch.optim.SGD):
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                p.data.add_(p.grad, alpha=-group["lr"])


class Signed(torch.optim.SGD):
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                p.data.add_(p.grad.sign(), alpha=-group["lr"])


optimizers = {"plain": Plain, "signed": Signed}
schedulers = {"cosine": CosineAnnealingLR, "step": StepLR}


def in_lists(models, loader):
    opts = [torch.optim.Adam(m.parameters()) for m in models]
    scheds = [StepLR(o, 10) for o in opts]
    for x, y in loader:
        for o in opts:
            o.zero_grad()
        sum(nn.functional.mse_loss(m(x), y) for m in models).backward()
        for s in scheds:
            s.step()  # want "s.step\(\) runs before"
        for o in opts:
            o.step()


def in_lists_behind(models, loader):
    opts = [torch.optim.Adam(m.parameters()) for m in models]
    scheds = [StepLR(o, 10) for o in opts]
    for x, y in loader:
        for o in opts:
            o.zero_grad()
        sum(nn.functional.mse_loss(m(x), y) for m in models).backward()
        for o in opts:
            o.step()
        for s in scheds:
            s.step()


def chosen(args, model, loader):
    optimizer = optimizers[args.optimizer](model.parameters(), lr=args.lr)
    scheduler = schedulers[args.scheduler](optimizer, 100)
    for batch in loader:
        model.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        scheduler.step()  # want "scheduler.step\(\) runs before optimizer steps"


def chosen_behind(args, model, loader):
    optimizer = optimizers[args.optimizer](model.parameters(), lr=args.lr)
    scheduler = schedulers[args.scheduler](optimizer, 100)
    for batch in loader:
        model.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        scheduler.step()
