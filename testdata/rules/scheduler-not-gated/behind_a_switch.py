import torch
import torch.nn.functional as F


class Trainer:
    def __init__(self, model, loader, accum=4, scheduler=None):
        self.model, self.loader, self.accum = model, loader, accum
        self.optimizer = torch.optim.AdamW(model.parameters())
        self.scheduler = scheduler

    def fit(self):
        for step, (x, y) in enumerate(self.loader):
            loss = F.cross_entropy(self.model(x), y) / self.accum
            loss.backward()
            if (step + 1) % self.accum == 0:
                self.optimizer.step()
                self.optimizer.zero_grad()
            if self.scheduler is not None:
                self.scheduler.step()  # want "runs for every micro-batch but"


def warm_up_only(model, loader, optimizer, scheduler, args):
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / args.accum
        loss.backward()
        if (step + 1) % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()
        if args.schedule == "cosine":
            scheduler.step()  # want "runs for every micro-batch but"


def behind_amp(model, loader, optimizer, scheduler, args):
    scaler = torch.amp.GradScaler("cuda")
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / args.accum
        scaler.scale(loss).backward()
        if (step + 1) % args.accum == 0:
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
        scheduler.step()  # want "runs for every micro-batch but"


def counted_in_batches(model, loader, args):
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, 1e-3, steps_per_epoch=len(loader), epochs=args.epochs)
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / args.accum
        loss.backward()
        if (step + 1) % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()
        scheduler.step()


def for_a_while(model, loader, optimizer, scheduler, args):
    seen = 0
    for step, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / args.accum
        loss.backward()
        if (step + 1) % args.accum == 0:
            optimizer.step()
            optimizer.zero_grad()
        if seen < args.warmup:
            scheduler.step()
        seen += 1
