import torch.nn.functional as F


def sums_nothing(model, loader, optimizer, every):
    for step, (x, y) in enumerate(loader):
        optimizer.zero_grad()  # also zero-grad-kills-accumulation
        F.cross_entropy(model(x), y).backward()
        if (step + 1) % every == 0:
            optimizer.step()


def sums(model, loader, optimizer, every):
    for step, (x, y) in enumerate(loader):
        (F.cross_entropy(model(x), y) / every).backward()  # want "the gradient is every times that of one batch"
        if (step + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()
