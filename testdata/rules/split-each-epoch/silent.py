import torch
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


def measure(model, loader):
    model.eval()
    with torch.no_grad():
        return sum(nn.functional.mse_loss(model(x), y).item() for x, y in loader)


def learn(model, optimizer, loader):
    model.train()
    for a, b in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(a), b).backward()
        optimizer.step()


def once(x, y, epochs):
    train_set, val_set = random_split(TensorDataset(x, y), [80, 20])
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        learn(model, optimizer, DataLoader(train_set, 8, shuffle=True))
        print(epoch, measure(model, DataLoader(val_set, 8)))


def the_same_each_time(x, y, epochs):
    dataset = TensorDataset(x, y)
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        train_set, val_set = random_split(dataset, [80, 20], generator=torch.Generator().manual_seed(0))
        learn(model, optimizer, DataLoader(train_set, 8, shuffle=True))
        print(epoch, measure(model, DataLoader(val_set, 8)))


def by_a_state(load, epochs):
    x, y = load("data.npz")
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        x_train, x_val, y_train, y_val = train_test_split(x, y, random_state=0)
        learn(model, optimizer, DataLoader(TensorDataset(x_train, y_train), 8, shuffle=True))
        print(epoch, measure(model, DataLoader(TensorDataset(x_val, y_val), 8)))


def in_order(load, epochs):
    x, y = load("data.npz")
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        x_train, x_val, y_train, y_val = train_test_split(x, y, shuffle=False)
        learn(model, optimizer, DataLoader(TensorDataset(x_train, y_train), 8, shuffle=True))
        print(epoch, measure(model, DataLoader(TensorDataset(x_val, y_val), 8)))


def a_part_of_the_data_for_each_epoch(x, y, epochs):
    dataset = TensorDataset(x, y)
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        part, rest = random_split(dataset, [20, 80])
        learn(model, optimizer, DataLoader(part, 8, shuffle=True))
        print(epoch, len(rest))


def new_data_in_each_epoch(simulate, epochs):
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        x, y = simulate()
        train_set, val_set = random_split(TensorDataset(x, y), [80, 20])
        learn(model, optimizer, DataLoader(train_set, 8, shuffle=True))
        print(epoch, measure(model, DataLoader(val_set, 8)))


def a_list_that_grows(play, epochs):
    games = []
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        games.append(play(model))
        train_games, val_games = train_test_split(games)
        learn(model, optimizer, train_games)
        print(epoch, measure(model, val_games))


def trials(x, y, epochs, times):
    dataset = TensorDataset(x, y)
    for trial in range(times):
        train_set, val_set = random_split(dataset, [80, 20])
        model = nn.Linear(8, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(epochs):
            learn(model, optimizer, DataLoader(train_set, 8, shuffle=True))
        print(trial, measure(model, DataLoader(val_set, 8)))


def by_a_seed(load, epochs):
    import numpy as np

    x, y = load("data.npz")
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(epochs):
        np.random.seed(0)
        x_train, x_val, y_train, y_val = train_test_split(x, y)
        learn(model, optimizer, DataLoader(TensorDataset(x_train, y_train), 8, shuffle=True))
        print(epoch, measure(model, DataLoader(TensorDataset(x_val, y_val), 8)))


def folds(x, y, epochs):
    dataset = TensorDataset(x, y)
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for fold in range(5):
        train_set, val_set = random_split(dataset, [80, 20])
        for epoch in range(epochs):
            learn(model, optimizer, DataLoader(train_set, 8, shuffle=True))
        print(fold, measure(model, DataLoader(val_set, 8)))
