import torch
import torch.nn as nn


def language_model(model, loader, optimizer, criterion):
    hidden = model.init_hidden(8)
    for x, y in loader:
        optimizer.zero_grad()
        output, hidden = model(x, hidden)  # want error "hidden still hangs on the graph of the iteration before"
        loss = criterion(output, y)
        loss.backward()
        optimizer.step()


def with_retain(model, loader, optimizer, criterion):
    hidden = None
    for epoch in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            output, hidden = model(x, hidden)  # want error "memory and time grow with every iteration"
            loss = criterion(output, y)
            loss.backward(retain_graph=True)
            optimizer.step()


def lstm(loader, optimizer, head):
    net = nn.LSTM(8, 16)
    state = None
    for x, y in loader:
        optimizer.zero_grad()
        out, state = net(x, state)  # want "state still hangs"
        loss = (head(out) - y).pow(2).mean()
        loss.backward()
        optimizer.step()


def cells(loader, optimizer):
    cell = nn.GRUCell(8, 16)
    h = torch.zeros(4, 16)
    for x, y in loader:
        optimizer.zero_grad()
        h = cell(x, h)  # want "h still hangs"
        loss = (h - y).pow(2).mean()
        loss.backward()
        optimizer.step()


class Stateful(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 4)
        self.hidden = None

    def forward(self, x):
        self.hidden = self.cell(x, self.hidden)  # want "self.hidden still hangs"
        return self.hidden


def train_stateful(loader, optimizer):
    model = Stateful()
    for x, y in loader:
        optimizer.zero_grad()
        loss = (model(x) - y).pow(2).mean()
        loss.backward()
        optimizer.step()
