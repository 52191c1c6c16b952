import torch
import torch.nn.functional as F
from collections import deque

model = torch.nn.Linear(4, 1)
opt = torch.optim.SGD(model.parameters(), 0.1)


def step(x, y):
    loss = F.mse_loss(model(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss


# How many samples a batch has says nothing of how many losses there are.
def small_batches(loader):
    kept = []
    for x, y in loader:
        loss = step(x, y)
        if len(x) <= 64:
            kept.append(loss)  # want "kept keeps"
    print(kept)


# Asked once, before the first loss is there.
def asked_around(loader, devices):
    kept = []
    if len(devices) <= 1:
        for x, y in loader:
            kept.append(step(x, y))  # want "kept keeps"
    if len(kept) < 8:
        for x, y in loader:
            kept.append(step(x, y))  # want "kept keeps"
    print(kept)


def asked_each_time(loader, k):
    kept, images, by_label = [], [], {"a": []}
    for i, (x, y) in enumerate(loader):
        loss = step(x, y)
        if i % 10 == 0 and len(kept) < 8:
            kept.append(loss)
        if not len(images) >= k:
            images += [loss]
        if k > len(by_label["a"]):
            by_label["a"].append(loss)
    print(kept, images, by_label)


# The first epoch has many batches, and every epoch has a first one.
def first_of_each(loader):
    whole, firsts, once = [], [], []
    for epoch in range(300):
        for i, (x, y) in enumerate(loader):
            loss = step(x, y)
            if epoch == 0:
                whole.append(loss)  # want "in line 56"
            if i == 0:
                firsts.append(loss)  # want "in line 55"
            if epoch == 0 and i == 0:
                once.append(loss)
    print(whole, firsts, once)


# A counter of all steps meets its number once; one that begins again with the epoch meets it in each.
def by_hand(loader):
    first, each = [], []
    steps = 0
    for epoch in range(300):
        batches = 0
        for x, y in loader:
            loss = step(x, y)
            steps += 1
            batches += 1
            if steps == 1:
                first.append(loss)
            if batches == 1:
                each.append(loss)  # want "in line 71"
    print(first, each)


def queues(loader, n):
    unbounded, bounded = deque([], None), deque([], n)
    for x, y in loader:
        loss = step(x, y)
        unbounded.append(loss)  # want "unbounded keeps"
        bounded.append(loss)
    print(unbounded, bounded)


# What went wrong is taken back, and the rest stays. A window loses an item for each that comes.
def taken_back(loader):
    kept, ends, window, newest, emptied = [], [], [], [], []
    for x, y in loader:
        loss = step(x, y)
        kept.append(loss)  # want "kept keeps"
        ends.append(loss)  # want "ends keeps"
        if torch.isnan(loss):
            kept.pop()
            del ends[-1]
        window.append(loss)
        full = len(window) > 10
        if full:
            window.pop()
        newest.append(loss)
        if len(newest) > 10:
            newest.pop(-1)
        emptied.append(loss)
        if x.sum() > 10:
            while emptied:
                print(emptied.pop())
    print(kept, ends, window, newest)
