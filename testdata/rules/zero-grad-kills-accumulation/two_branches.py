# Which of two steps is to be followed by the clearing cannot be told for both: no fix is offered.
import torch
from torch import nn


def train(model, loader, every, half):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda")
    for i, (x, y) in enumerate(loader):
        if (i + 1) % every == 0:
            optimizer.zero_grad()  # want "runs before the last of every backward passes"
        loss = nn.functional.cross_entropy(model(x), y) / every
        if half:
            scaler.scale(loss).backward()
            if (i + 1) % every == 0:
                scaler.step(optimizer)
                scaler.update()
        else:
            loss.backward()
            if (i + 1) % every == 0:
                optimizer.step()
