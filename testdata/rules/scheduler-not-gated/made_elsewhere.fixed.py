# What a class is given by somebody else was counted there, in micro-batches or in steps: a note says so.
import torch
from torch.optim.lr_scheduler import OneCycleLR


class Given:
    def __init__(self, settings):
        self.__dict__.update(settings.everything())

    def epoch(self):
        for i, (x, y) in enumerate(self.loader):
            loss = self.criterion(self.model(x), y) / self.accum
            loss.backward()
            if (i + 1) % self.accum == 0:
                self.optimizer.step()
                self.optimizer.zero_grad()
            self.scheduler.step()  # want note "unless its length, which is not seen here, counts micro-batches"


class Made:
    def __init__(self, model, accum, total):
        self.model = model
        self.accum = accum
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.scheduler = OneCycleLR(self.optimizer, 0.1, total_steps=total)

    def epoch(self, loader):
        for i, (x, y) in enumerate(loader):
            loss = torch.nn.functional.cross_entropy(self.model(x), y) / self.accum
            loss.backward()
            if (i + 1) % self.accum == 0:
                self.optimizer.step()
                self.scheduler.step()  # want warning "the schedule ends self.accum times too early; step it behind"
                self.optimizer.zero_grad()


def spread_out(model, loader, accum, options):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = OneCycleLR(optimizer, **options)
    for i, (x, y) in enumerate(loader):
        loss = torch.nn.functional.cross_entropy(model(x), y) / accum
        loss.backward()
        if (i + 1) % accum == 0:
            optimizer.step()
            optimizer.zero_grad()
        scheduler.step()  # want note "unless its length, which is not seen here, counts micro-batches"
