import argparse

import torch
from torch.optim.lr_scheduler import CosineAnnealingLR, OneCycleLR
from torch.utils.data import DataLoader
from transformers import get_cosine_schedule_with_warmup, get_scheduler


def one_cycle(model, loader, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = OneCycleLR(optimizer, max_lr=0.1, epochs=args.epochs, steps_per_epoch=len(loader))
    for epoch in range(args.epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()  # want "runs once an epoch.*counts batches: the training ends when"


def cosine(model, data, epochs=10):
    loader = DataLoader(data, batch_size=32, shuffle=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, T_max=len(loader), eta_min=0, last_epoch=-1)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        if epoch >= 10:
            scheduler.step()  # want "counts the batches of one: how far"


def behind_a_gate(model, loader, args):
    optimizer = torch.optim.AdamW(model.parameters())
    total = len(loader) * args.epochs
    scheduler = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=100, num_training_steps=total)
    for epoch in range(args.epochs):
        for i, batch in enumerate(loader):
            loss = model(**batch).loss / args.accumulate
            loss.backward()
            if (i + 1) % args.accumulate == 0 or i + 1 == len(loader):
                optimizer.step()
                scheduler.step()  # want "runs once in args.accumulate batches.*ends when 1/args.accumulate"
                optimizer.zero_grad()


EPOCHS = 3
ACCUMULATE = 8


def train_epoch(model, loader, optimizer, scheduler):
    model.train()
    for i, batch in enumerate(loader):
        loss = model(**batch).loss / ACCUMULATE
        loss.backward()
        if (i + 1) % ACCUMULATE == 0:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()  # want "ends when 1/8 of the schedule is done; divide the length by 8"
            optimizer.zero_grad()


def main(model, data):
    loader = DataLoader(data, batch_size=4, shuffle=True)
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = get_scheduler("linear", optimizer=optimizer, num_warmup_steps=0, num_training_steps=EPOCHS * len(loader))
    for epoch in range(EPOCHS):
        train_epoch(model, loader, optimizer, scheduler)


def with_an_option_of_one(model, loader, epochs):
    parser = argparse.ArgumentParser()
    parser.add_argument("--accum", type=int, default=1)
    args = parser.parse_args()
    optimizer = torch.optim.AdamW(model.parameters())
    scheduler = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=100, num_training_steps=len(loader) * epochs)
    for epoch in range(epochs):
        for i, batch in enumerate(loader):
            loss = model(**batch).loss / args.accum
            loss.backward()
            if (i + 1) % args.accum == 0:
                optimizer.step()
                scheduler.step()  # want "as soon as args.accum is more than 1"
                optimizer.zero_grad()
