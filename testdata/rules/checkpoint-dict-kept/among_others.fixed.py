import os

import torch
import torch.nn as nn


def resume(path, model, optimizer, device):
    checkpoint = None
    if os.path.exists(path):
        checkpoint = torch.load(path, map_location=device)
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
    return model, optimizer, checkpoint


def resume_numbers(path, model, optimizer, device):
    checkpoint = torch.load(path, map_location=device)
    model.load_state_dict(checkpoint["model"])
    optimizer.load_state_dict(checkpoint["optimizer"])
    return checkpoint["epoch"], checkpoint["best"]


def setup():
    model = nn.Linear(1024, 1024).cuda()
    return model, torch.optim.AdamW(model.parameters())


def fit(model, optimizer, loader, first):
    for epoch in range(first, 100):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x.cuda()), y.cuda()).backward()
            optimizer.step()
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, "last.pt")


def main(loader):
    model, optimizer = setup()
    model, optimizer, state = resume("last.pt", model, optimizer, "cuda")  # want "state keeps a second copy of what it holds on the GPU"
    first = state["epoch"] + 1
    del state
    fit(model, optimizer, loader, first)


def on_the_host(loader):
    model, optimizer = setup()
    model, optimizer, state = resume("last.pt", model, optimizer, "cpu")
    first = state["epoch"] + 1
    fit(model, optimizer, loader, first)


def given_up(loader):
    model, optimizer = setup()
    model, optimizer, state = resume("last.pt", model, optimizer, "cuda")
    first = state["epoch"] + 1
    del state
    fit(model, optimizer, loader, first)


def numbers(loader):
    model, optimizer = setup()
    first, best = resume_numbers("last.pt", model, optimizer, "cuda")
    print(best)
    fit(model, optimizer, loader, first)


def measured(loader):
    """Nothing is trained behind it."""
    model, optimizer = setup()
    model, optimizer, state = resume("last.pt", model, optimizer, "cuda")
    with torch.no_grad():
        print(state["epoch"], sum(nn.functional.mse_loss(model.eval()(x.cuda()), y.cuda()).item() for x, y in loader))
