import torch.nn.functional as F


def scaled(model, loader, optimizer, every):
    left = every
    for x, y in loader:
        (F.cross_entropy(model(x), y) / every).backward()
        left -= 1
        if left == 0:
            optimizer.step()
            optimizer.zero_grad()
            left = every
