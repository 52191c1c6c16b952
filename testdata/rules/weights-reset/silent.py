import torch
from torch import nn


def weights_init(m):
    if isinstance(m, nn.Linear):
        nn.init.xavier_uniform_(m.weight)


def biases_to_zero(m):
    if isinstance(m, nn.Linear):
        nn.init.zeros_(m.bias)


def clip(m):
    if isinstance(m, nn.Linear):
        m.weight.data.clamp_(-0.01, 0.01)


def once(loader, epochs):
    model = nn.Linear(8, 2)
    model.apply(weights_init)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        model.apply(clip)
        model.apply(biases_to_zero)
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def folds(loaders, epochs):
    model = nn.Linear(8, 2)
    for loader in loaders:
        model.apply(weights_init)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(epochs):
            for x, y in loader:
                optimizer.zero_grad()
                nn.functional.cross_entropy(model(x), y).backward()
                optimizer.step()


def runs(loader, epochs, times):
    model = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for trial in range(times):
        model.apply(weights_init)
        for epoch in range(epochs):
            for x, y in loader:
                optimizer.zero_grad()
                nn.functional.cross_entropy(model(x), y).backward()
                optimizer.step()


def restarts(loader, epochs):
    model = nn.Linear(8, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        if epoch % 100 == 0:
            model.apply(weights_init)
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def a_network_that_stays_random(loader, epochs):
    model, noise = nn.Linear(8, 2), nn.Linear(8, 8)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        noise.apply(weights_init)
        for x, y in loader:
            with torch.no_grad():
                x = noise(x)
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def a_new_network(loader, epochs):
    for epoch in range(epochs):
        model = nn.Linear(8, 2)
        model.apply(weights_init)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def shaken(m):
    if type(m) is nn.Linear:
        m.weight.data.add_(m.weight.data.clone().normal_(0, 1e-3))  # some noise, and what was learned stays


def shake(loader, epochs):
    model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        model.apply(shaken)
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
