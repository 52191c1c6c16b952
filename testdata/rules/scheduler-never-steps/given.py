import deepspeed
import torch
from torch import nn

from setup import build_optimizer, make_schedule


def optimizer_of(model, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    if steps:
        return optimizer, torch.optim.lr_scheduler.StepLR(optimizer, steps)
    return optimizer, None


def optimizer_and_schedule(model):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    return optimizer, torch.optim.lr_scheduler.StepLR(optimizer, 30)


def of_this_file(model, loader):
    optimizer, scheduler = optimizer_and_schedule(model)  # want "nothing steps it"
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def unseen(model, loader):
    optimizer, lr_scheduler = build_optimizer(model, lr=0.1)  # want "nothing steps it"
    for _ in range(90):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def of_the_optimizer(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = make_schedule(optimizer, 30)  # want "nothing steps it"
    for _ in range(90):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def stepped(model, loader):
    optimizer, scheduler = build_optimizer(model, lr=0.1)
    for _ in range(90):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


def handed_on(model, loader):
    optimizer, scheduler = build_optimizer(model, lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
    return optimizer, scheduler


def by_the_engine(model, loader, config):
    engine, optimizer, _, scheduler = deepspeed.initialize(model=model, config=config)
    for x, y in loader:
        engine.backward(nn.functional.cross_entropy(engine(x), y))
        engine.step()
    optimizer.step()


def perhaps_none(model, loader):
    optimizer, scheduler = optimizer_of(model, model.steps)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()
