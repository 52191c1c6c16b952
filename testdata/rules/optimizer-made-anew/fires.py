import torch
from torch import nn, optim

criterion = nn.MSELoss()


def each_batch(loader):
    model = nn.Linear(8, 1)
    for x, y in loader:
        optimizer = optim.Adam(model.parameters(), lr=1e-3)  # want "this Adam is made anew for each batch"
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def each_epoch(loader):
    model = nn.Linear(8, 1)
    for epoch in range(10):
        optimizer = optim.SGD(model.parameters(), lr=0.1, momentum=0.9)  # want "this SGD is made anew for each epoch"
        for x, y in loader:
            loss = criterion(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def train_epoch(model, loader):
    optimizer = torch.optim.AdamW(model.parameters())  # want "this AdamW is made anew for each epoch"
    for x, y in loader:
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main(loader):
    net = nn.Linear(8, 1)
    for epoch in range(10):
        train_epoch(net, loader)
