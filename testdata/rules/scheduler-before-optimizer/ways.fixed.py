import torch
from torch.optim.lr_scheduler import CosineAnnealingLR, ReduceLROnPlateau


def right(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, 100)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        scheduler.step()


def early(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(optimizer, 100)
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        scheduler.step()  # want "scheduler"


def on_a_plateau(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = ReduceLROnPlateau(optimizer)
    for epoch in range(epochs):
        scheduler.step(0.5)
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()


def of_the_other(model, critic, loader):
    first = torch.optim.SGD(model.parameters(), lr=0.1)
    second = torch.optim.SGD(critic.parameters(), lr=0.1)
    scheduler = CosineAnnealingLR(first, 100)
    for batch in loader:
        first.zero_grad()
        model(batch).mean().backward()
        first.step()
        scheduler.step()
        second.zero_grad()
        critic(batch).mean().backward()
        second.step()
