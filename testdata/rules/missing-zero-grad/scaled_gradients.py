import torch
from torch.utils.data import DataLoader


# What multiplies gradients between the backward pass and the step clears none.
def masked(model, loader, criterion, masks, scale):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in DataLoader(loader, batch_size=8):
        criterion(model(x), y).backward()  # want "optimizer.zero_grad()"
        for name, p in model.named_parameters():
            if name in masks:
                p.grad.data *= masks[name]
        for p in model.parameters():
            p.grad /= scale
        optimizer.step()


# Behind the step it may be how they are cleared, and what is set anew is not what was there.
def by_hand(model, loader, criterion):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in DataLoader(loader, batch_size=8):
        criterion(model(x), y).backward()
        optimizer.step()
        for p in model.parameters():
            p.grad *= 0


def replaced(model, loader, criterion, gradients):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in DataLoader(loader, batch_size=8):
        criterion(model(x), y).backward()
        for name, p in model.named_parameters():
            p.grad = gradients[name]
        optimizer.step()
