import torch
import torch.nn.functional as F


def fit(model, loader, epochs):
    opt = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        for x, y in loader:
            opt.zero_grad()  # want "opt steps behind the loop over them: only the last batch counts"
            loss = F.mse_loss(model(x), y)
            loss.backward()
        opt.step()


def fit_by_a_flag(model, loader, epochs, accumulate):
    opt = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        for x, y in loader:
            opt.zero_grad()  # want "only the last batch counts"
            loss = F.mse_loss(model(x), y)
            loss.backward()
            if not accumulate:
                opt.step()
        if accumulate:
            opt.step()


def cleared_in_front(model, loader, epochs):
    opt = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        opt.zero_grad()
        for x, y in loader:
            loss = F.mse_loss(model(x), y)
            loss.backward()
        opt.step()


def steps_in_both(model, loader, epochs):
    opt = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        for x, y in loader:
            opt.zero_grad()
            F.mse_loss(model(x), y).backward()
            opt.step()
        opt.step()


def kept_by_hand(model, loader, epochs):
    opt = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        sums = [torch.zeros_like(p) for p in model.parameters()]
        for x, y in loader:
            opt.zero_grad()
            F.mse_loss(model(x), y).backward()
            for s, p in zip(sums, model.parameters()):
                s += p.grad
        for s, p in zip(sums, model.parameters()):
            p.grad = s
        opt.step()


def collect(model, sums):
    for s, p in zip(sums, model.parameters()):
        s += p.grad


def hand_back(model, sums):
    for s, p in zip(sums, model.parameters()):
        p.grad = s


def kept_by_helpers(model, loader, epochs):
    opt = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        sums = [torch.zeros_like(p) for p in model.parameters()]
        for x, y in loader:
            opt.zero_grad()
            F.mse_loss(model(x), y).backward()
            collect(model, sums)
        hand_back(model, sums)
        opt.step()


def one_batch(model, loader, epochs):
    opt = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        for x, y in loader:
            opt.zero_grad()
            F.mse_loss(model(x), y).backward()
            break
        opt.step()


def another_behind(model, loader, epochs, penalty):
    opt = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        for x, y in loader:
            opt.zero_grad()
            F.mse_loss(model(x), y).backward()
        penalty(model).backward()
        opt.step()


def cleared_sometimes(model, loader, epochs):
    opt = torch.optim.Adam(model.parameters())
    for epoch in range(epochs):
        for i, (x, y) in enumerate(loader):
            if i == 0:
                opt.zero_grad()
            F.mse_loss(model(x), y).backward()
        opt.step()
