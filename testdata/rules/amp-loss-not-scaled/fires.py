import torch
from torch import nn


def train(loader):
    model = nn.Linear(8, 2).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        scaler.step(optimizer)  # want "scaler.step\(optimizer\) raises AssertionError: no loss was scaled"
        scaler.update()


def switched_on(loader):
    model = nn.Linear(8, 2).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda", enabled=True)
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        scaler.step(optimizer)  # want "no loss was scaled"
        scaler.update()
