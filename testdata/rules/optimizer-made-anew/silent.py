import copy

import torch
from torch import nn, optim

criterion = nn.MSELoss()


def once(loader):
    model = nn.Linear(8, 1)
    optimizer = optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()


def folds(loaders):
    for fold, loader in enumerate(loaders):
        model = nn.Linear(8, 1)
        optimizer = optim.Adam(model.parameters(), lr=1e-3)
        for epoch in range(10):
            for x, y in loader:
                optimizer.zero_grad()
                criterion(model(x), y).backward()
                optimizer.step()


def tasks(tasks, model):
    for task in tasks:
        optimizer = optim.Adam(model.parameters(), lr=1e-3)
        for x, y in task:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()


def plain(loader):
    model = nn.Linear(8, 1)
    for epoch in range(10):
        optimizer = optim.SGD(model.parameters(), lr=0.1 / (epoch + 1))
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()


def unfreezes(loader):
    model = nn.Linear(8, 1)
    optimizer = optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(10):
        if epoch == 5:
            optimizer = optim.Adam(model.parameters(), lr=1e-4)
        for x, y in loader:
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()


def adapts(loader):
    model = nn.Linear(8, 1)
    start = copy.deepcopy(model.state_dict())
    for x, y in loader:
        model.load_state_dict(start)
        optimizer = optim.Adam(model.parameters(), lr=1e-3)
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()


def several_steps(loader):
    model = nn.Linear(8, 1)
    for x, y in loader:
        optimizer = optim.Adam(model.parameters(), lr=1e-3)
        for _ in range(20):
            optimizer.zero_grad()
            criterion(model(x), y).backward()
            optimizer.step()


def latents(loader):
    decoder = nn.Linear(4, 8)
    for x in loader:
        code = torch.zeros(len(x), 4, requires_grad=True)
        optimizer = optim.Adam([code], lr=1e-2)
        criterion(decoder(code), x).backward()
        optimizer.step()
