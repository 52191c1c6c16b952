# Schedules that know where a training goes on, or need not.
import argparse

import torch
from torch import nn
from torch.optim import lr_scheduler

parser = argparse.ArgumentParser()
parser.add_argument("--resume", default="")
parser.add_argument("--epochs", type=int, default=90)
args = parser.parse_args()
model = nn.Linear(8, 2)
loader = torch.utils.data.DataLoader([(torch.zeros(8), 0)] * 64, batch_size=8, shuffle=True)
saved = torch.load("last.pt", map_location="cpu", weights_only=True)


def epoch_of(optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def restored(optimizer):
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
    return saved["epoch"] + 1


def loaded():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = lr_scheduler.StepLR(optimizer, 30)
    first = restored(optimizer)
    schedule.load_state_dict(saved["schedule"])
    for epoch in range(first, args.epochs):
        epoch_of(optimizer)
        schedule.step()


def told():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    first = restored(optimizer)
    schedule = lr_scheduler.CosineAnnealingLR(optimizer, args.epochs, last_epoch=first - 1)
    for epoch in range(first, args.epochs):
        epoch_of(optimizer)
        schedule.step()


def told_each_time():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 10)
    first = restored(optimizer)
    for epoch in range(first, args.epochs):
        epoch_of(optimizer)
        schedule.step(epoch)


def wound_forward():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = lr_scheduler.StepLR(optimizer, 30)
    first = restored(optimizer)
    for _ in range(first):
        schedule.step()
    for epoch in range(first, args.epochs):
        epoch_of(optimizer)
        schedule.step()


def set_by_hand():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = lr_scheduler.StepLR(optimizer, 30)
    first = restored(optimizer)
    schedule.last_epoch = first - 1
    for epoch in range(first, args.epochs):
        epoch_of(optimizer)
        schedule.step()


def counts_itself():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    start = restored(optimizer)
    schedule = lr_scheduler.LambdaLR(optimizer, lambda n: 0.95 ** (n + start))
    for epoch in range(start, args.epochs):
        epoch_of(optimizer)
        schedule.step()


def rest_of_it():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    first = restored(optimizer)
    schedule = lr_scheduler.CosineAnnealingLR(optimizer, args.epochs - first)
    for epoch in range(first, args.epochs):
        epoch_of(optimizer)
        schedule.step()


def multiplies():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = lr_scheduler.ExponentialLR(optimizer, 0.97)
    first = restored(optimizer)
    for epoch in range(first, args.epochs):
        epoch_of(optimizer)
        schedule.step()


def waits():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = lr_scheduler.ReduceLROnPlateau(optimizer)
    first = restored(optimizer)
    for epoch in range(first, args.epochs):
        epoch_of(optimizer)
        schedule.step(0.0)


def second_stage():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = lr_scheduler.CosineAnnealingLR(optimizer, args.epochs)
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
    for epoch in range(0, args.epochs):  # another training, with a warm optimizer
        epoch_of(optimizer)
        schedule.step()


def as_many_more():
    start = saved["epoch"]
    model.load_state_dict(saved["model"])
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = lr_scheduler.CosineAnnealingLR(optimizer, T_max=200)
    for epoch in range(start, start + 200):
        epoch_of(optimizer)
        schedule.step()


def rate_by_hand():
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = lr_scheduler.CosineAnnealingLR(optimizer, args.epochs)
    first = restored(optimizer)
    for group in optimizer.param_groups:
        group["lr"] = 0.01
    for epoch in range(first, args.epochs):
        epoch_of(optimizer)
        schedule.step()


def by_another(keeper):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = lr_scheduler.CosineAnnealingLR(optimizer, args.epochs)
    first = restored(optimizer)
    keeper.restore(schedule)
    for epoch in range(first, args.epochs):
        epoch_of(optimizer)
        schedule.step()


loaded()
told()
told_each_time()
wound_forward()
set_by_hand()
counts_itself()
rest_of_it()
multiplies()
waits()
second_stage()
as_many_more()
rate_by_hand()
