# A switch that is on by default can only be on: the evaluated model is always the average, which is not trained.
import argparse
import copy

import torch
from torch import nn
from torch.nn import functional as F

parser = argparse.ArgumentParser()
parser.add_argument("--use-ema", action="store_true", default=True)
parser.add_argument("--use-swa", action="store_true")
args = parser.parse_args()


def train(train_loader, val_loader):
    model = nn.Sequential(nn.Linear(8, 2), nn.Dropout())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    average = copy.deepcopy(model)
    model.train()
    for epoch in range(10):
        for x, y in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        tested = average if args.use_ema else model
        evaluate(tested, val_loader)


def evaluate(model, val_loader):
    model.eval()
    with torch.no_grad():
        for x, y in val_loader:
            print(F.cross_entropy(model(x), y))


def train_swa(train_loader, val_loader):
    model = nn.Sequential(nn.Linear(8, 2), nn.Dropout())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    average = copy.deepcopy(model)
    model.train()
    for epoch in range(10):
        for x, y in train_loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        tested = average if args.use_swa else model
        test(tested, val_loader)


def test(model, val_loader):
    model.eval()  # want "stays in force"
    with torch.no_grad():
        for x, y in val_loader:
            print(F.cross_entropy(model(x), y))


def main():
    train(make_loader("train"), make_loader("val"))
    train_swa(make_loader("train"), make_loader("val"))


main()
