import time

import torch


def timed(model, optimizer, loader):
    for batch in loader:
        start = time.perf_counter()
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
        torch.cuda.synchronize()
        print(time.perf_counter() - start)


def train(model, optimizer, loader):
    for step, batch in enumerate(loader):
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
        if step % 100 == 0:
            torch.cuda.synchronize()
    torch.cuda.synchronize()


def evaluate(model, loader):
    for batch in loader:
        model(batch)  # also eval-without-no-grad
        torch.cuda.synchronize()
