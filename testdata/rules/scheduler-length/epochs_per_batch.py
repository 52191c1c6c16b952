import argparse

import torch
from torch.optim.lr_scheduler import CosineAnnealingLR, OneCycleLR, PolynomialLR
from torch.utils.data import DataLoader
from tqdm import tqdm, trange
from transformers import get_cosine_schedule_with_warmup, get_scheduler

EPOCHS = 30


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--warmup-epochs", type=int, default=1)
    return parser.parse_args()


def cosine(model, data):
    args = options()
    loader = DataLoader(data, batch_size=32, shuffle=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=args.epochs, eta_min=1e-5)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # want "args.epochs, counts epochs: the learning rate falls and rises again"


def one_cycle(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = OneCycleLR(optimizer, 0.1, epochs)
    for epoch in trange(epochs):
        for x, y in tqdm(loader):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            if scheduler is not None:
                scheduler.step()  # want "and the next raises ValueError"


def behind_a_gate(model, loader, epochs, n):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = PolynomialLR(optimizer, total_iters=epochs)
    for epoch in range(1, epochs):
        for i, (x, y) in enumerate(loader):
            loss = torch.nn.functional.cross_entropy(model(x), y) / n
            loss.backward()
            if (i + 1) % n == 0:
                optimizer.step()
                scheduler.step()  # want "runs with every step of the optimizer.*stays there"
                optimizer.zero_grad()


def without_warmup(model, data):
    args = options()
    loader = DataLoader(data, batch_size=32, shuffle=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, args.epochs - args.warmup_epochs)
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # want "args.epochs - args.warmup_epochs, counts epochs"


class Trainer:
    def __init__(self, model, loader):
        self.model, self.loader = model, loader
        self.num_epochs = EPOCHS
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.scheduler = CosineAnnealingLR(self.optimizer, T_max=EPOCHS)

    def epoch(self):
        for x, y in self.loader:
            self.optimizer.zero_grad()
            torch.nn.functional.cross_entropy(self.model(x), y).backward()
            self.optimizer.step()
            self.scheduler.step()  # want "EPOCHS, counts epochs"

    def fit(self):
        for epoch in range(self.num_epochs):
            self.epoch()


def cosine_of_transformers(model, loader, args):
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = get_cosine_schedule_with_warmup(optimizer, 0, args.epochs)
    for epoch in range(args.epochs):
        for batch in loader:
            optimizer.zero_grad()
            model(**batch).loss.backward()
            optimizer.step()
            scheduler.step()  # want "falls and rises again within twice as many"


def linear_by_name(model, loader, args):
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = get_scheduler("linear", optimizer, 0, args.epochs)
    for epoch in range(args.epochs):
        for batch in loader:
            optimizer.zero_grad()
            model(**batch).loss.backward()
            optimizer.step()
            scheduler.step()  # want "at its end after as many of them, and stays there"


# Epochs that are counted from 1.
def counted_from_one(model, loader, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.epochs)
    for epoch in range(1, args.epochs + 1):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # want "counts epochs"


def one_epoch_less(model, loader, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.epochs)
    for epoch in range(1, args.epochs + 1):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


CONFIG = {"epochs": 20, "period": 20, "lr": 0.1}


def of_a_dictionary(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), CONFIG["lr"])
    scheduler = CosineAnnealingLR(optimizer, T_max=CONFIG["epochs"])
    for epoch in range(CONFIG["epochs"]):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()  # want "counts epochs: the learning rate falls and rises again"


def by_chance_as_many(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), CONFIG["lr"])
    scheduler = CosineAnnealingLR(optimizer, T_max=CONFIG["period"])
    for epoch in range(CONFIG["epochs"]):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
            scheduler.step()


def each_epoch_of_a_dictionary(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), CONFIG["lr"])
    scheduler = CosineAnnealingLR(optimizer, T_max=CONFIG["epochs"])
    for epoch in range(CONFIG["epochs"]):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()
