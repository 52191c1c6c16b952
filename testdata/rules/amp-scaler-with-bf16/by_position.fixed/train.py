# enabled stands fifth, and sixth where the device comes first.
import torch
from torch.amp import GradScaler


def train(model, loader, optimizer):
    old = torch.cuda.amp.GradScaler(65536.0, 2.0, 0.5, 2000, False)
    new = GradScaler("cuda", 65536.0, 2.0, 0.5, 2000, False)
    open_ = GradScaler("cuda", 65536.0, 2.0, 0.5, 2000, enabled=False)  # want "has the range of fp32"
    for batch in loader:
        with torch.autocast("cuda", torch.bfloat16):
            loss = model(batch).mean()
        open_.scale(loss).backward()
        open_.step(optimizer)
        open_.update()
        optimizer.zero_grad()
    return old, new
