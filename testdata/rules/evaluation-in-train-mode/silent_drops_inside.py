import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.TransformerEncoder(nn.TransformerEncoderLayer(64, 4, dropout=0.0, batch_first=True), 2)

    def forward(self, x):
        return self.body(x).mean(1)


class Recurrent(nn.Module):
    def __init__(self, layers=1):
        super().__init__()
        self.body = nn.LSTM(64, 10, num_layers=layers, dropout=0.3, batch_first=True)

    def forward(self, x):
        return self.body(x)[0][:, -1]


# Its rate is 0.
class Graph(nn.Module):
    def __init__(self, rate=0.0):
        super().__init__()
        self.rate = rate
        self.first = nn.Linear(64, 64)
        self.second = nn.Linear(64, 10)

    def forward(self, x):
        x = F.dropout(F.relu(self.first(x)), self.rate, training=self.training)
        return self.second(x)


# So is this one's.
class Written(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(64, 64)
        self.second = nn.Linear(64, 10)

    def forward(self, x):
        return self.second(F.dropout(self.first(x), p=0.0, training=self.training))


def one_epoch(model, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def attend(train_set, val_set):
    train_loader, val_loader = DataLoader(train_set, batch_size=8, shuffle=True), DataLoader(val_set, batch_size=8)
    model = Attention()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        one_epoch(model, train_loader, optimizer)
        with torch.no_grad():
            for x, y in val_loader:
                print((model(x).argmax(1) == y).sum())


def recur(train_set, val_set):
    train_loader, val_loader = DataLoader(train_set, batch_size=8, shuffle=True), DataLoader(val_set, batch_size=8)
    model = Recurrent()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        one_epoch(model, train_loader, optimizer)
        with torch.no_grad():
            for x, y in val_loader:
                print((model(x).argmax(1) == y).sum())


def connect(train_set, val_set):
    train_loader, val_loader = DataLoader(train_set, batch_size=8, shuffle=True), DataLoader(val_set, batch_size=8)
    model = Graph()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        one_epoch(model, train_loader, optimizer)
        with torch.no_grad():
            for x, y in val_loader:
                print((model(x).argmax(1) == y).sum())


def written(train_set, val_set):
    train_loader, val_loader = DataLoader(train_set, batch_size=8, shuffle=True), DataLoader(val_set, batch_size=8)
    model = Written()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        one_epoch(model, train_loader, optimizer)
        with torch.no_grad():
            for x, y in val_loader:
                print((model(x).argmax(1) == y).sum())


if __name__ == "__main__":
    data = torch.load("data.pt")
    attend(*data)
    recur(*data)
    connect(*data)
    written(*data)
