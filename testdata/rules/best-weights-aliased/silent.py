import copy

import torch
from torch import nn

from data import loader, validate


def step(model, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def copied(model, optimizer):
    best, lowest = None, float("inf")
    for epoch in range(10):
        step(model, optimizer)
        if validate(model) < lowest:
            best = copy.deepcopy(model.state_dict())
    model.load_state_dict(best)


def cloned(model, optimizer):
    best = None
    for epoch in range(10):
        step(model, optimizer)
        if validate(model) > 0.5:
            best = {name: value.detach().clone() for name, value in model.state_dict().items()}
    model.load_state_dict(best)


def written_at_once(model, optimizer):
    for epoch in range(10):
        step(model, optimizer)
        state = model.state_dict()
        if validate(model) > 0.5:
            torch.save(state, "best.pt")
    model.load_state_dict(torch.load("best.pt"))


def ends_there(model, optimizer):
    state = None
    for epoch in range(10):
        step(model, optimizer)
        if validate(model) > 0.9:
            state = model.state_dict()
            break
    if state is not None:
        torch.save(state, "good.pt")


def last_one(model, optimizer):
    for epoch in range(10):
        step(model, optimizer)
    torch.save(model.state_dict(), "last.pt")


def of_a_copy(model, optimizer):
    kept = None
    for epoch in range(10):
        step(model, optimizer)
        if validate(model) > 0.5:
            kept = copy.deepcopy(model)
            state = kept.state_dict()
    torch.save(state, "kept.pt")


def given_to_another(model, optimizer, other):
    for epoch in range(10):
        step(model, optimizer)
        other.load_state_dict(model.state_dict())


for run in (copied, cloned, written_at_once, ends_there, last_one, of_a_copy):
    net = nn.Linear(8, 2)
    run(net, torch.optim.SGD(net.parameters(), lr=0.1))
net = nn.Linear(8, 2)
given_to_another(net, torch.optim.SGD(net.parameters(), lr=0.1), nn.Linear(8, 2))
