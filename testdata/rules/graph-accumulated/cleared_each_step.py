import torch


def train(model, criterion, optimizer, loader, accumulate=4):
    running_loss = 0
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y) / accumulate
        running_loss += loss
        loss.backward()
        if (i + 1) % accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()
            print(running_loss.item())
            running_loss = 0
