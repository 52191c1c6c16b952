import argparse

import torch
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, PolynomialLR, SequentialLR
from torch.utils.data import DataLoader

NUM_EPOCHS = 40
parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=25)
args = parser.parse_args()


def both_written(model, data):
    loader = DataLoader(data, batch_size=32, shuffle=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=30)
    for epoch in range(30):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # want "30, counts epochs: the learning rate falls and rises again"


def one_written(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = PolynomialLR(optimizer, total_iters=40)
    for epoch in range(1, NUM_EPOCHS + 1):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # want "40, counts epochs: the learning rate is at its end after as many"


def as_many_as_the_option(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, 25)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # want "25, counts epochs"


T_MAX = 40


def called_as_the_argument(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=T_MAX)
    for epoch in range(NUM_EPOCHS):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # want "T_MAX, counts epochs"


def falls_linearly(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = LinearLR(optimizer, start_factor=1.0, end_factor=0.01, total_iters=args.epochs)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # want "args.epochs, counts epochs: the learning rate is at its end"


def another_number(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=3000)
    for epoch in range(30):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()


def each_epoch(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=30)
    for epoch in range(30):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


# A warm-up may be over within the first batches.
def warms_up(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = LinearLR(optimizer, start_factor=0.1, total_iters=args.epochs)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()


def warms_up_first(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    warm = LinearLR(optimizer, start_factor=0.1, total_iters=30)
    cosine = CosineAnnealingLR(optimizer, T_max=30 * len(loader))
    scheduler = SequentialLR(optimizer, [warm, cosine], milestones=[30])
    for epoch in range(30):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()


# Two epochs say little.
def two_epochs(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=2)
    for epoch in range(2):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()
