import torch
import torch.nn.functional as F


def not_yet(model, loader, optimizer, args):
    kept = 0
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()  # want "divide the loss by args.parts"
        kept += 1
        if kept < args.parts:
            continue
        optimizer.step()
        optimizer.zero_grad()
        kept = 0


def two_begin_again(model, loader, optimizer, args):
    kept, total = 0, 0.0
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        loss.backward()  # want "divide the loss by args.parts"
        total += loss.item()
        kept += 1
        if kept >= args.parts:
            optimizer.step()
            optimizer.zero_grad()
            print(total)
            kept, total = 0, 0.0


def or_the_last(model, loader, optimizer, args):
    kept = 0
    for i, (x, y) in enumerate(loader):
        F.cross_entropy(model(x), y).backward()  # want "divide the loss by args.parts"
        kept += 1
        if kept == args.parts or i + 1 == len(loader):
            optimizer.step()
            optimizer.zero_grad()
            kept = 0


class Turns:
    def __init__(self, parts):
        self.parts = parts
        self.kept = 0

    def count(self):
        self.kept += 1

    @property
    def over(self):
        return self.kept == self.parts

    def begin(self):
        self.kept = 0


def by_an_object(model, loader, optimizer, args):
    turns = Turns(args.parts)
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()  # want "divide the loss by args.parts"
        turns.count()
        if turns.over:
            optimizer.step()
            optimizer.zero_grad()
            turns.begin()


def scaled_by_an_object(model, loader, optimizer, args):
    turns = Turns(args.parts)
    for x, y in loader:
        (F.cross_entropy(model(x), y) / turns.parts).backward()
        turns.count()
        if turns.over:
            optimizer.step()
            optimizer.zero_grad()
            turns.begin()


class Patience:
    def __init__(self, n):
        self.n = n
        self.bad = 0

    def worse(self):
        self.bad += 1

    def exhausted(self):
        return self.bad >= self.n


def stops_early(model, loader, optimizer, args):
    """The count is of something else, and never begins again."""
    patience = Patience(args.patience)
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        if loss.item() > 1:
            patience.worse()
        if patience.exhausted():
            optimizer.step()
            optimizer.zero_grad()


def scaled_not_yet(model, loader, optimizer, args):
    kept = 0
    for x, y in loader:
        (F.cross_entropy(model(x), y) / args.parts).backward()
        kept += 1
        if kept < args.parts:
            continue
        optimizer.step()
        optimizer.zero_grad()
        kept = 0
