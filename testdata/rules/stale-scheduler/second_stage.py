import torch
import torch.nn.functional as F
from torch.optim.lr_scheduler import CosineAnnealingLR, OneCycleLR


def warm_then_finetune(model, head, loader, args):
    optimizer = torch.optim.SGD(head.parameters(), lr=args.head_lr)
    scheduler = CosineAnnealingLR(optimizer, args.head_epochs)
    for epoch in range(args.head_epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()

    # a new optimizer, and the scheduler of the old one
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()  # want "drives the optimizer that line 17 replaces"


def both_anew(model, head, loader, args):
    optimizer = torch.optim.SGD(head.parameters(), lr=args.head_lr)
    scheduler = CosineAnnealingLR(optimizer, args.head_epochs)
    for epoch in range(args.head_epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()

    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    scheduler = OneCycleLR(optimizer, args.lr, epochs=args.epochs, steps_per_epoch=len(loader))
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()


class Stages:
    """The same over methods: the second stage sets one of the two anew."""

    def __init__(self, model, head, args):
        self.model, self.head, self.args = model, head, args

    def first(self):
        self.optimizer = torch.optim.SGD(self.head.parameters(), lr=self.args.head_lr)
        self.scheduler = CosineAnnealingLR(self.optimizer, self.args.head_epochs)

    def second(self):
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=self.args.lr)

    def epochs(self, loader, count):
        for epoch in range(count):
            for x, y in loader:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
            self.scheduler.step()

    def run(self, loader):
        self.first()
        self.epochs(loader, self.args.head_epochs)
        self.second()  # want "drives the optimizer"
        self.epochs(loader, self.args.epochs)
