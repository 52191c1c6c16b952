import torch
from torch import nn, optim


def attack(model, batches, path, steps):
    model.eval()
    decoder = nn.Linear(8, 8).cuda()
    checkpoint = torch.load(path, map_location="cuda")
    decoder.load_state_dict(checkpoint["model"])
    found = []
    for x, y in batches:
        # an attack steps on what it adds to its input, and trains no network
        w = torch.zeros_like(x, requires_grad=True)
        optimizer = optim.Adam([w], lr=0.1)
        for _ in range(steps):
            loss = -nn.functional.cross_entropy(model(decoder(x + w)), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        found.append((x + w).detach())
    return found


def train(model, batches, path):
    checkpoint = torch.load(path, map_location="cuda")  # want "checkpoint keeps a second copy"
    model.load_state_dict(checkpoint["model"])
    del checkpoint
    optimizer = optim.Adam(model.parameters(), lr=0.1)
    for x, y in batches:
        w = torch.zeros_like(x, requires_grad=True)
        added = optim.Adam([w], lr=0.1)
        nn.functional.cross_entropy(model(x + w), y).backward()
        added.step()
        optimizer.zero_grad()
        nn.functional.cross_entropy(model((x + w).detach()), y).backward()
        optimizer.step()
