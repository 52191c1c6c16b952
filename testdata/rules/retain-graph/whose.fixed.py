import torch


def of_a_call(model, criterion, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        criterion(model(x)).backward()  # want "retain_graph"
        optimizer.step()


def by_an_engine(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        model.backward(loss, True)
        optimizer.step()


def by_position(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward(None)  # want "retain_graph"
        optimizer.step()


def of_autograd(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        torch.autograd.backward(loss, None)  # want "retain_graph"
        optimizer.step()


def with_a_gradient(model, loader, optimizer):
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        loss.backward(True)
        optimizer.step()
