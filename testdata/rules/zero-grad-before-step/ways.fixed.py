import torch


def right(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def between(model, loader, optimizer):
    for batch in loader:
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()  # want "zero_grad"


def of_the_other(model, critic, loader, first, second):
    for batch in loader:
        first.zero_grad()
        model(batch).mean().backward()
        second.zero_grad()
        first.step()
        critic(batch).mean().backward()
        second.step()


def sometimes(model, loader, optimizer):
    for batch in loader:
        loss = model(batch).mean()
        loss.backward()
        if loss.isnan():
            optimizer.zero_grad()
        optimizer.step()
        optimizer.zero_grad()


def scaled(model, loader, optimizer, scaler):
    for batch in loader:
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        optimizer.zero_grad()  # want "zero_grad"
        scaler.update()
