import torch.nn.functional as F


def counted_down(model, loader, optimizer, every):
    left = every
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()  # want "divide the loss by every"
        left -= 1
        if left == 0:
            optimizer.step()
            optimizer.zero_grad()
            left = every


def patience(model, loader, optimizer, every):
    left = every
    for x, y in loader:
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
        optimizer.zero_grad()
        left -= 1
        if left == 0:
            print("still there")
            left = every
