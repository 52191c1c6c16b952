# Two losses are mixed by shares that make one together: what comes out is a mean as they are.
import torch
import torch.nn.functional as F


def mixed(model, loader, n, draw):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, a, b) in enumerate(loader):
        lam = draw()
        out = model(x)
        loss = lam * F.cross_entropy(out, a) + (1 - lam) * F.cross_entropy(out, b)
        loss.backward()  # want "once in n micro-batches"
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def shares_of_another(model, loader, n, draw):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, a, b) in enumerate(loader):
        share, rest = draw(), draw()
        out = model(x)
        loss = F.cross_entropy(out, a) * share + F.cross_entropy(out, b) * (1 - rest)
        loss.backward()
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def mixed_and_scaled(model, loader, n, draw):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (x, a, b) in enumerate(loader):
        lam = draw()
        out = model(x)
        loss = lam * F.cross_entropy(out, a) + (1 - lam) * F.cross_entropy(out, b)
        (loss * (1 / n)).backward()
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()
