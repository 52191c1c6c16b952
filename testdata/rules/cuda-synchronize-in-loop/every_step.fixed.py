import torch


def train(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
