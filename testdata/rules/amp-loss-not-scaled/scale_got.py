import torch
from torch import nn


def train(loader):
    model = nn.Linear(8, 2).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    scale = getattr(scaler, "scale")
    for x, y in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", dtype=torch.float16):
            loss = nn.functional.cross_entropy(model(x), y)
        scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
