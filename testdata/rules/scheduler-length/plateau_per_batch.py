import argparse

import torch
from torch import nn
from torch.optim.lr_scheduler import ReduceLROnPlateau
from torch.utils.data import DataLoader

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=60)
parser.add_argument("--patience", type=int, default=5)
parser.add_argument("--wait", type=int, required=True)
args = parser.parse_args()


def each_batch(model, data):
    loader = DataLoader(data, batch_size=32, shuffle=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    scheduler = ReduceLROnPlateau(optimizer, patience=3)
    for epoch in range(30):
        for x, y in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            scheduler.step(loss)  # want "is multiplied by 0.1 whenever 4 batches in a row"


def with_defaults(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, "min")
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            scheduler.step(loss.detach().item())  # want "whenever 11 batches in a row"


class Trainer:
    def __init__(self, model, loader):
        self.model, self.loader = model, loader
        self.optimizer = torch.optim.Adam(model.parameters())
        self.scheduler = ReduceLROnPlateau(self.optimizer, factor=0.5, patience=args.patience)

    def epoch(self):
        for x, y in self.loader:
            self.optimizer.zero_grad()
            loss = nn.functional.mse_loss(self.model(x), y)
            loss.backward()
            self.optimizer.step()
            self.scheduler.step(loss.item())  # want "by 0.5 whenever 6 batches in a row"

    def fit(self):
        for epoch in range(args.epochs):
            self.epoch()


# What is waited for is a number of batches, or nobody knows it.
def waits_for_hundreds(model, loader):
    optimizer = torch.optim.Adam(model.parameters())
    scheduler = ReduceLROnPlateau(optimizer, patience=500)
    rests = ReduceLROnPlateau(optimizer, patience=10, cooldown=1000)
    told = ReduceLROnPlateau(optimizer, patience=args.wait)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            scheduler.step(loss)
            rests.step(loss)
            told.step(loss)


# A rate that falls little by little is left with something after a thousand batches.
def little_by_little(model, loader):
    optimizer = torch.optim.Adam(model.parameters())
    scheduler = ReduceLROnPlateau(optimizer, factor=0.99, patience=10)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            scheduler.step(loss)


def once_an_epoch(model, loader):
    optimizer = torch.optim.Adam(model.parameters())
    scheduler = ReduceLROnPlateau(optimizer, patience=3)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
        scheduler.step(loss)


def once_in_many(model, loader):
    optimizer = torch.optim.Adam(model.parameters())
    scheduler = ReduceLROnPlateau(optimizer, patience=3)
    for epoch in range(args.epochs):
        for i, (x, y) in enumerate(loader):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            if (i + 1) % 500 == 0:
                scheduler.step(loss)


# The mean of many batches, or an evaluation, is no loss of one.
def of_many_batches(model, loader, evaluate):
    optimizer = torch.optim.Adam(model.parameters())
    scheduler = ReduceLROnPlateau(optimizer, patience=3)
    losses = []
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            scheduler.step(sum(losses[-100:]) / 100)


def by_evaluations(model, loader, evaluate):
    optimizer = torch.optim.Adam(model.parameters())
    scheduler = ReduceLROnPlateau(optimizer, patience=3)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step(evaluate(model))


# All samples at once: each lap is an epoch.
def all_at_once(model, x, y):
    optimizer = torch.optim.Adam(model.parameters())
    scheduler = ReduceLROnPlateau(optimizer, patience=3)
    for epoch in range(args.epochs):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step(loss)


def one_batch_is_all(model, data):
    loader = DataLoader(data, batch_size=len(data))
    optimizer = torch.optim.Adam(model.parameters())
    scheduler = ReduceLROnPlateau(optimizer, patience=3)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            scheduler.step(loss)
