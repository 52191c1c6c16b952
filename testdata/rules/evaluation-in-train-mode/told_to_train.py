import torch
from torch import nn
from torch.utils.data import DataLoader

import models_of_mine


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.5)
        self.out = nn.Linear(512, 10)

    def forward(self, x):
        return self.out(self.drop(x))


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(512, 10)

    def forward(self, x):
        return self.out(x)


class Trainer:
    def __init__(self, model, optimizer, train_loader, val_loader):
        self.model, self.optimizer = model, optimizer
        self.train_loader, self.val_loader = train_loader, val_loader

    def fit(self):
        for epoch in range(10):
            self.model.train()
            for x, y in self.train_loader:
                self.optimizer.zero_grad()
                nn.functional.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
            print(self.validate())

    @torch.no_grad()
    def validate(self):
        right = 0
        for x, y in self.val_loader:
            right += (self.model(x).argmax(1) == y).sum().item()  # want "where it has dropout, that stays on"
        return right


class CarefulTrainer:
    def __init__(self, model, optimizer, train_loader, val_loader):
        self.model, self.optimizer = model, optimizer
        self.train_loader, self.val_loader = train_loader, val_loader

    def fit(self):
        for epoch in range(10):
            self.model.train()
            for x, y in self.train_loader:
                self.optimizer.zero_grad()
                nn.functional.cross_entropy(self.model(x), y).backward()
                self.optimizer.step()
            self.switch(False)
            print(self.validate())

    def switch(self, training):
        self.model.train(training)

    @torch.no_grad()
    def validate(self):
        right = 0
        for x, y in self.val_loader:
            right += (self.model(x).argmax(1) == y).sum().item()
        return right


def by_name(args, train_set, val_set):
    model = getattr(models_of_mine, args.model)(num_classes=10)
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        model.train()
        for x, y in DataLoader(train_set, batch_size=32, shuffle=True):
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        right = 0
        with torch.no_grad():
            for x, y in DataLoader(val_set, batch_size=32):
                right += (model(x).argmax(1) == y).sum().item()  # want "model is evaluated in training mode"
        print(right)


def nothing_to_switch(train_set, val_set):
    model = Plain()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(10):
        model.train()
        for x, y in DataLoader(train_set, batch_size=32, shuffle=True):
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        right = 0
        with torch.no_grad():
            for x, y in DataLoader(val_set, batch_size=32):
                right += (model(x).argmax(1) == y).sum().item()
        print(right)


def of_what_the_loader_is_made(train_set, val_set):
    model = Head()
    optimizer = torch.optim.Adam(model.parameters())
    first, second = DataLoader(train_set, batch_size=32, shuffle=True), DataLoader(val_set, batch_size=32)
    for epoch in range(10):
        for x, y in first:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        with torch.no_grad():
            for x, y in second:
                print(nn.functional.cross_entropy(model(x), y).item())  # want "model is evaluated in training mode"
            for x, y in first:
                print(nn.functional.cross_entropy(model(x), y).item())
