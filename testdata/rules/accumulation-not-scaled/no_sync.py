import contextlib

import torch
import torch.nn.functional as F
from accelerate import Accelerator


def without_sync(model, loader, optimizer, n):
    for i, (x, y) in enumerate(loader):
        last = (i + 1) % n == 0
        with contextlib.nullcontext() if last else model.no_sync():
            loss = F.cross_entropy(model(x), y)
            loss.backward()  # want "optimizer steps once in n micro-batches on the sum of their mean losses"
        if last:
            optimizer.step()
            optimizer.zero_grad()


def fabric_counts_nothing(fabric, model, optimizer, loader, n):
    for i, (x, y) in enumerate(loader):
        accumulating = (i + 1) % n != 0
        with fabric.no_backward_sync(model, enabled=accumulating):
            loss = F.cross_entropy(model(x), y)
            fabric.backward(loss)  # want "optimizer steps once in n micro-batches"
        if not accumulating:
            optimizer.step()
            optimizer.zero_grad()


def a_pass_on_either_way(model, loader, optimizer, n):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        if (i + 1) % n != 0:
            with model.no_sync():
                loss.backward()  # want "optimizer steps once in n micro-batches"
        else:
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


def counts_its_steps(model, loader, optimizer, n):
    steps = int(len(loader) / n)
    print(steps)
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss.backward()  # want "optimizer steps once in n micro-batches"
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def only_the_last_one_counts(model, loader, optimizer, n):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        if (i + 1) % n == 0:
            loss.backward()  # also batches-thrown-away
            optimizer.step()
            optimizer.zero_grad()


def the_framework_divides(model, loader, optimizer, n):
    accelerator = Accelerator(gradient_accumulation_steps=8)
    for i, (x, y) in enumerate(loader):
        with accelerator.no_sync(model):
            loss = F.cross_entropy(model(x), y)
            accelerator.backward(loss)
        if (i + 1) % 8 == 0:
            optimizer.step()
            optimizer.zero_grad()
