import torch


def train(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        loss.backward(retain_graph=False)
        optimizer.step()


def chosen(model, loader, optimizer, keep):
    for batch in loader:
        optimizer.zero_grad()
        loss = model(batch).mean()
        loss.backward(retain_graph=keep)
        optimizer.step()
