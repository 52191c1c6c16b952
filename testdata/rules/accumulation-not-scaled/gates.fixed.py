import torch
import torch.nn as nn
import torch.nn.functional as F


def last_batch_too(model, loader, optimizer, args):
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        (loss / args.accum).backward()  # want "divide the loss by args.accum"
        if (step + 1) % args.accum == 0 or step == len(loader) - 1:
            optimizer.step()
            optimizer.zero_grad()


def kept_in_a_variable(model, loader, optimizer, args):
    for step, (x, y) in enumerate(loader):
        update = (step + 1) % args.accum == 0
        loss = F.cross_entropy(model(x), y)
        (loss / args.accum).backward()  # want "divide the loss by args.accum"
        if update:
            optimizer.step()
            optimizer.zero_grad()


def remainder(model, loader, optimizer, args):
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        (loss / args.accum).backward()  # want "divide the loss by args.accum"
        if step % args.accum == args.accum - 1:
            optimizer.step()
            optimizer.zero_grad()


def truth(model, loader, optimizer, args):
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        (loss / args.accum).backward()  # want "divide the loss by args.accum"
        if not (step + 1) % args.accum:
            optimizer.step()
            optimizer.zero_grad()


def only_when_asked(model, loader, optimizer, args):
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        (loss / args.accum).backward()  # want "divide the loss by args.accum"
        if args.accum > 1:
            if (step + 1) % args.accum == 0:
                optimizer.step()
                optimizer.zero_grad()
        else:
            optimizer.step()
            optimizer.zero_grad()


def mixed_precision(model, loader, optimizer, args):
    scaler = torch.amp.GradScaler("cuda")
    for step, (x, y) in enumerate(loader):
        with torch.amp.autocast("cuda", enabled=args.amp):
            loss = F.cross_entropy(model(x), y)
        if args.amp:
            scaler.scale(loss).backward()  # want "divide the loss by args.accum"
        else:
            loss.backward()
        if (step + 1) % args.accum == 0:
            if args.amp:
                scaler.step(optimizer)
                scaler.update()
            else:
                optimizer.step()
            optimizer.zero_grad()


def counted_up(model, loader, optimizer, args):
    seen = 0
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        (loss / args.accum).backward()  # want "divide the loss by args.accum"
        seen += 1
        if seen == args.accum:
            optimizer.step()
            optimizer.zero_grad()
            seen = 0


def counted_up_for_the_log(model, loader, optimizer, args):
    seen = 0
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        seen += 1
        if seen == args.log_every:
            print(loss.item())
            seen = 0


class Trainer:
    def __init__(self, model, loader, accumulation_steps=1):
        self.model, self.loader = model, loader
        self.accumulation_steps = accumulation_steps
        self.optimizer = torch.optim.AdamW(model.parameters())
        self.criterion = nn.CrossEntropyLoss()
        self.global_step = 0

    def train_epoch(self):
        for x, y in self.loader:
            loss = self.criterion(self.model(x), y)
            (loss / self.accumulation_steps).backward()  # want "divide the loss by self.accumulation_steps"
            self.global_step += 1
            if self.global_step % self.accumulation_steps == 0:
                self.optimizer.step()
                self.optimizer.zero_grad()

