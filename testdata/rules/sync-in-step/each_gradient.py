# For each parameter the GPU computes something, and Python waits for it.
import torch
import torch.nn.functional as F


def train(model, optimizer, loader):
    model.cuda()
    for x, y in loader:
        x, y = x.cuda(), y.cuda()
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        finite = True
        for p in model.parameters():
            if not torch.isfinite(p.grad).all().item():  # want "in a loop inside the training step waits for the GPU in every lap"
                finite = False
        if finite:
            optimizer.step()


# One wait for all of them.
def train_together(model, optimizer, loader):
    model.cuda()
    for x, y in loader:
        x, y = x.cuda(), y.cuda()
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if torch.isfinite(norm).item():
            optimizer.step()
