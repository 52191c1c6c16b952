import torch


def tensor(model, criterion, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss = torch.tensor(loss, requires_grad=True)  # want "torch.tensor makes a new leaf of the loss"
        loss.backward()
        optimizer.step()


def items(model, criterion, loader, optimizer):
    for batches in loader:
        optimizer.zero_grad()
        losses = [criterion(model(x), y).item() for x, y in batches]
        loss = torch.tensor(losses, requires_grad=True).mean()  # want "makes a new leaf"
        loss.backward()
        optimizer.step()


def detached(model, criterion, x, y, optimizer):
    loss = criterion(model(x), y).detach().requires_grad_()  # want "makes a new leaf"
    loss.backward()
    optimizer.step()


def later(model, criterion, x, y, optimizer):
    loss = torch.tensor(criterion(model(x), y).item())  # want "makes a new leaf"
    loss.requires_grad = True
    loss.backward()
    optimizer.step()


def method(model, criterion, x, y):
    loss = torch.tensor(criterion(model(x), y).item())  # want "makes a new leaf"
    loss.requires_grad_(True)
    loss.backward()
