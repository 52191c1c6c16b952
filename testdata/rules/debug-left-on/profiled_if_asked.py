from contextlib import contextmanager

import torch
from torch.profiler import profile


@contextmanager
def profiled(name):
    with profile(record_shapes=True) as profiler:
        yield profiler
    profiler.export_chrome_trace(name)


@contextmanager
def always_profiled(name):
    with profile(record_shapes=True) as profiler:  # want "the profiler has no schedule"
        yield profiler
    profiler.export_chrome_trace(name)


def train(model, optimizer, loader, epochs):
    for epoch in range(epochs):
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def main(model, loader, config):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    if "profile" in config:
        with profiled("trace.json"):
            train(model, optimizer, loader, 3)
    else:
        train(model, optimizer, loader, 3)


def another_main(model, loader, config):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with always_profiled("trace.json"):
        train(model, optimizer, loader, 3)
