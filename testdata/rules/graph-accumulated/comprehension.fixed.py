import torch
import torch.nn as nn
import torch.nn.functional as F


def build():
    model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 4))
    return model, torch.optim.Adam(model.parameters(), lr=1e-3)


def step(model, optimizer, batch):
    x, y = batch
    loss = F.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


def train(loader, epochs):
    model, optimizer = build()
    for epoch in range(epochs):
        losses = [step(model, optimizer, batch).detach() for batch in loader]  # want "the comprehension keeps the value of every item"
        print(epoch, torch.stack(losses).mean().item())


def train_two(loaders, epochs):
    model, optimizer = build()
    for epoch in range(epochs):
        losses = [step(model, optimizer, b).detach() for loader in loaders for b in loader if len(b)]  # want "the comprehension keeps"
        print(epoch, max(losses).item())


def numbers(loader, epochs):
    model, optimizer = build()
    for epoch in range(epochs):
        losses = [step(model, optimizer, batch).item() for batch in loader]
        print(epoch, sum(losses) / len(losses))


def detached(loader, epochs):
    model, optimizer = build()
    for epoch in range(epochs):
        losses = [step(model, optimizer, batch).detach() for batch in loader]
        print(epoch, torch.stack(losses).mean().item())


def a_few(loader, batches):
    model, optimizer = build()
    first, second = [step(model, optimizer, batch) for batch in (batches[0], batches[1])]
    print(first.item(), second.item())


def one_pass_for_all(loader):
    """The graphs are needed: one backward pass goes through all of them."""
    model, optimizer = build()
    for task in loader:
        losses = [F.cross_entropy(model(x), y) for x, y in task]
        optimizer.zero_grad()
        torch.stack(losses).sum().backward()
        optimizer.step()


def one_at_a_time(loader):
    """A generator keeps nothing."""
    model, optimizer = build()
    for loss in (step(model, optimizer, batch) for batch in loader):
        print(loss.item())
