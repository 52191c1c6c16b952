# The gate of an accumulation is kept in a variable, lets several optimizers through, or stands in a method that is called for
# each batch.
import torch
from torch.optim.lr_scheduler import StepLR


def kept_in_a_variable(args, model, loader, optimizer, scheduler):
    for i, batch in enumerate(loader):
        update = (i + 1) % args.accum == 0 or i + 1 == len(loader)
        (model(batch).mean() / args.accum).backward()
        if update:
            optimizer.step()
            optimizer.zero_grad()
        scheduler.step()  # want "runs for every micro-batch"


def kept_and_asked_twice(args, model, loader, optimizer, scheduler):
    for i, batch in enumerate(loader):
        update = (i + 1) % args.accum == 0 or i + 1 == len(loader)
        (model(batch).mean() / args.accum).backward()
        if update:
            optimizer.step()
            optimizer.zero_grad()
        print(i)
        if update:
            scheduler.step()


def several(args, body, head, loader):
    body_optimizer = torch.optim.SGD(body.parameters(), lr=0.1)
    head_optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
    body_scheduler = StepLR(body_optimizer, 10)
    head_scheduler = StepLR(head_optimizer, 10)
    for i, batch in enumerate(loader):
        (head(body(batch)).mean() / args.accum).backward()
        if (i + 1) % args.accum == 0:
            body_optimizer.step()
            head_optimizer.step()
            head_scheduler.step()  # want "head_optimizer steps once in args.accum"
            body_optimizer.zero_grad()
            head_optimizer.zero_grad()
            body_scheduler.step()


class Called:
    def __init__(self, model, optimizer, scheduler, accum):
        self.model = model
        self.optimizer = optimizer
        self.scheduler = scheduler
        self.accum = accum

    def each(self, batch, i):
        loss = self.model(batch).mean() / self.accum
        loss.backward()
        if (i + 1) % self.accum == 0:
            self.optimizer.step()
            self.optimizer.zero_grad()
        if self.scheduler is not None:
            self.scheduler.step()  # want "runs for every micro-batch"

    def gated(self, batch, i):
        loss = self.model(batch).mean() / self.accum
        loss.backward()
        if (i + 1) % self.accum == 0:
            self.optimizer.step()
            self.optimizer.zero_grad()
            self.scheduler.step()

    def by_its_caller(self, batch, i, last):
        loss = self.model(batch).mean() / self.accum
        loss.backward()
        if (i + 1) % self.accum == 0:
            self.optimizer.step()
            self.optimizer.zero_grad()
        if last:
            self.scheduler.step()

    def by_count(self, batch, i):
        loss = self.model(batch).mean() / self.accum
        loss.backward()
        if (i + 1) % self.accum == 0:
            self.optimizer.step()
            self.optimizer.zero_grad()
        if i > 100:
            self.scheduler.step()
