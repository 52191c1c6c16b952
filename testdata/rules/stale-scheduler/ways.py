import torch
from torch.optim.lr_scheduler import StepLR


def made_anew_too(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 10)
    for epoch in range(epochs):
        if epoch == 5:
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            scheduler = StepLR(optimizer, 10)
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
        scheduler.step()


def the_old_one_goes_on(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 10)
    for epoch in range(epochs):
        if epoch == 5:
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
        scheduler.step()  # want "scheduler"


def pointed_at_the_new_one(model, loader, epochs):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = StepLR(optimizer, 10)
    for epoch in range(epochs):
        if epoch == 5:
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
            scheduler.optimizer = optimizer
        for batch in loader:
            optimizer.zero_grad()
            model(batch).mean().backward()
            optimizer.step()
        scheduler.step()


def two_of_them(model, critic, loader, epochs):
    first = torch.optim.SGD(model.parameters(), lr=0.1)
    second = torch.optim.SGD(critic.parameters(), lr=0.1)
    scheduler = StepLR(first, 10)
    for epoch in range(epochs):
        for batch in loader:
            first.zero_grad()
            model(batch).mean().backward()
            first.step()
            second.zero_grad()
            critic(batch).mean().backward()
            second.step()
        scheduler.step()
