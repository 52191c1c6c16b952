# A look at the model every now and then stands in the loop that trains it.
import torch
from torch.nn import functional as F


def pictures(model, loader, fixed, optimizer, every, show):
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        if i % every == 0:
            model.eval()
            show(model(fixed).cpu())  # want "model runs in eval mode with gradients on"
            model.train()


def pictures_quietly(model, loader, fixed, optimizer, every):
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        if i % every == 0:
            model.eval()
            with torch.no_grad():
                print(model(fixed).mean().item())
            model.train()


def before_the_pass(model, teacher, loader, optimizer, every):  # what it gives is differentiated
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        loss = F.mse_loss(model(x), y)
        if i % every == 0:
            model.eval()
            loss = loss + 0.1 * model(x + 0.01).pow(2).mean()
            model.train()
        loss.backward()
        optimizer.step()


def lazily(model, loader, optimizer, every):  # differentiated later
    kept = []
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        if i % every == 0:
            model.eval()
            kept.append(model(x).pow(2).mean())
            model.train()
    torch.stack(kept).sum().backward()
    optimizer.step()


def at_the_end(model, loader, fixed, optimizer, steps):  # once
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        if i > steps:
            model.eval()
            print(model(fixed).mean().item())  # want "only the values of what it gives are read"
            break


def always_in_eval_mode(model, loader, optimizer):  # its norms are frozen
    for x, y in loader:
        optimizer.zero_grad()
        model.eval()
        F.mse_loss(model(x), y).backward()
        optimizer.step()


def perturbed(model, x):
    model.eval()
    return x + 0.01 * torch.randn_like(x)


def epoch(model, loader, optimizer, every, robust):
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.mse_loss(model(x), y).backward()
        optimizer.step()
        if i % every == 0:
            noisy = perturbed(model, x)
            error = F.mse_loss(model(noisy), y)
            if robust:
                error.backward()
                optimizer.step()


def epochs(model, loader, optimizer):  # another call differentiates it
    epoch(model, loader, optimizer, 10, robust=True)
    epoch(model, loader, optimizer, 10, robust=False)
