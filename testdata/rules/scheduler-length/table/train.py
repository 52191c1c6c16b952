import torch
import torch.nn.functional as F

from choices import plans


def slow(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    plan = plans(epochs, len(loader))["slow"](optimizer)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
            plan.step()  # want "the length of its schedule, epochs, counts epochs"


def quick(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    plan = plans(epochs, len(loader))["quick"](optimizer)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
            plan.step()


def slow_as_it_counts(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    plan = plans(epochs, len(loader))["slow"](optimizer)
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        plan.step()
