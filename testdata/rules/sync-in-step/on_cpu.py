import torch


def train(model, optimizer, loader):
    for batch in loader:
        loss, accuracy = model(batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item(), accuracy.item())
