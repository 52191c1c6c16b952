# What is frozen by its name, and parts of one model that several optimizers share.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.body(x))


def the_other_part(loader):
    model = Net()
    model.body.requires_grad_(False)
    optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
    for epoch in range(3):
        if epoch == 1:
            model.body.requires_grad_(True)  # want "optimizer"
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def each_its_own(loader):
    model = Net()
    model.body.requires_grad_(False)
    below = torch.optim.SGD(model.body.parameters(), lr=0.01)
    above = torch.optim.SGD(model.head.parameters(), lr=0.1)
    for epoch in range(3):
        if epoch == 1:
            model.body.requires_grad_(True)
        for x, y in loader:
            below.zero_grad()
            above.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            below.step()
            above.step()


def by_name(loader):
    model = Net()
    for name, p in model.named_parameters():
        p.requires_grad = "head" in name
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
    for epoch in range(3):
        if epoch == 1:
            model.requires_grad_(True)  # want "optimizer"
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def by_name_and_thawed_again(loader):
    model = Net()
    for name, p in model.named_parameters():
        if "head" not in name:
            p.requires_grad = False
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
    for epoch in range(3):
        if epoch == 1:
            model.head.requires_grad_(True)
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def by_an_option(loader, train_all):
    model = Net()
    for p in model.parameters():
        p.requires_grad = train_all
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
    for epoch in range(3):
        if epoch == 1:
            model.requires_grad_(True)
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
