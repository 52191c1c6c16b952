import argparse

import torch
from torch.optim.lr_scheduler import MultiStepLR, StepLR

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=10)
parser.add_argument("--step-size", type=int, default=30)
args = parser.parse_args()


def fit(model, loader, optimizer, scheduler, epochs=10):
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


def in_time(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    fit(model, loader, optimizer, StepLR(optimizer, step_size=29), 30)


def one_in_time(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    fit(model, loader, optimizer, MultiStepLR(optimizer, [60, 120]), 90)


# An option is often another one.
def options(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 30)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


def option_of_the_schedule(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, args.step_size)
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


def each_batch(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 1000)
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()


# What goes on where another loop left it.
def twice(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 12)
    fit(model, loader, optimizer, scheduler, 10)
    fit(model, loader, optimizer, scheduler, 10)


def rounds(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 12)
    for round in range(5):
        for epoch in range(10):
            for x, y in loader:
                optimizer.zero_grad()
                torch.nn.functional.cross_entropy(model(x), y).backward()
                optimizer.step()
            scheduler.step()


def resumed(model, loader, state):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for group in optimizer.param_groups:
        group["initial_lr"] = 0.1
    scheduler = StepLR(optimizer, 30, last_epoch=25)
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()
