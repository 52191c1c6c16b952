import torch
import torch.nn.functional as F


class Solver:
    def __init__(self, model, loader, args, scheduler=None):
        self.model, self.loader, self.args = model, loader, args
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, 1000)

    def train(self):
        for epoch in range(10):
            for x, y in self.loader:
                loss = F.cross_entropy(self.model(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.adjust()
                self.optimizer.step()

    def adjust(self):
        self.scheduler.step()  # want "self.scheduler.step.. runs before self.optimizer steps"


def behind_an_option(model, loader, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1000)
    for x, y in loader:
        if args.use_scheduler:
            scheduler.step()  # want "scheduler.step.. runs before optimizer steps"
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def once_in_a_while(model, loader, optimizer, scheduler, args):
    seen = 0
    for x, y in loader:
        if seen and seen % args.every == 0:
            scheduler.step()
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen += 1


def from_some_step_on(model, loader, optimizer, scheduler, args):
    seen = 0
    for x, y in loader:
        if seen > args.hold:
            scheduler.step()
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen += 1
