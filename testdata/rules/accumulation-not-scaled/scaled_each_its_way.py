import torch.nn.functional as F


def scaled_by_hand(model, loader, optimizer, parts):
    for i, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y)
        loss = loss * (1 / parts)
        loss.backward()
        if (i + 1) % parts == 0:
            optimizer.step()
            optimizer.zero_grad()


def scaled_in_place(model, loader, optimizer, every):
    for i, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y)
        loss /= every
        loss.backward()
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def scaled_by_div(model, loader, optimizer, micro):
    for i, (x, y) in enumerate(loader):
        F.mse_loss(model(x), y).div(micro).backward()
        if (i + 1) % micro == 0:
            optimizer.step()
            optimizer.zero_grad()


def gradients_scaled(model, loader, optimizer, k):
    for i, (x, y) in enumerate(loader):
        F.mse_loss(model(x), y).backward()
        if (i + 1) % k == 0:
            for p in model.parameters():
                p.grad /= k
            optimizer.step()
            optimizer.zero_grad()
