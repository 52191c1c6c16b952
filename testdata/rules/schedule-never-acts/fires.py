import torch
from torch.optim.lr_scheduler import MultiStepLR, StepLR
from torch.utils.data import DataLoader

EPOCHS = 20


def fit(model, loader, optimizer, scheduler, epochs):
    for epoch in range(epochs):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


def stairs(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, step_size=50)  # want "changes first after 50 epochs, and the training ends after 30"
    for epoch in range(30):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


def at_the_end(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, EPOCHS, gamma=0.5)  # want "after 20 epochs, and the training ends after 20"
    for epoch in range(1, EPOCHS + 1):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        scheduler.step()


def milestones(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    fit(model, loader, optimizer, MultiStepLR(optimizer, [100, 150]), 90)  # want "after 100 epochs, and the training ends after 90"


def folds(make, split, data):
    for fold in range(5):
        model, loader = make(), DataLoader(split(data, fold), batch_size=32, shuffle=True)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        scheduler = StepLR(optimizer, 10)  # want "after 10 epochs, and the training ends after 8"
        for epoch in range(8):
            for x, y in loader:
                optimizer.zero_grad()
                torch.nn.functional.cross_entropy(model(x), y).backward()
                optimizer.step()
            scheduler.step()
