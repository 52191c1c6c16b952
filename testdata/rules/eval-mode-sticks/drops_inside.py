import torch
from torch import nn


# The dropout is one of the LSTM's own arguments.
class Speaker(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(80, 64)
        self.rnn = nn.LSTM(64, 64, 2, batch_first=True, dropout=0.5)
        self.out = nn.Linear(64, 80)

    def forward(self, x):
        return self.out(self.rnn(self.embed(x))[0])


class OneLayer(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(80, 64)
        self.rnn = nn.LSTM(64, 64, batch_first=True, dropout=0.5)  # also dropout-of-one-layer
        self.out = nn.Linear(64, 80)

    def forward(self, x):
        return self.out(self.rnn(self.embed(x))[0])


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters())

    def check(self, batch):
        self.model.eval()  # want "self.model.eval\(\) stays in force"
        with torch.no_grad():
            return self.model(batch[0])

    def fit(self, loader, batch):
        for epoch in range(10):
            self.model.train()
            for step, (x, y) in enumerate(loader):
                loss = nn.functional.l1_loss(self.model(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                if step % 100 == 0:
                    self.check(batch)


def check(model, batch):
    model.eval()
    with torch.no_grad():
        return model(batch[0])


def without(loader, batch):
    model = OneLayer()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        model.train()
        for step, (x, y) in enumerate(loader):
            loss = nn.functional.l1_loss(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if step % 100 == 0:
                check(model, batch)


Trainer(Speaker()).fit(torch.utils.data.DataLoader([]), None)
without(torch.utils.data.DataLoader([]), None)
