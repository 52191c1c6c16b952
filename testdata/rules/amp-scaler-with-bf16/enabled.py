import torch

use_fp16 = False
scaler = torch.amp.GradScaler("cuda", enabled=use_fp16)


def step(model, batch, optimizer):
    optimizer.zero_grad()
    with torch.autocast(device_type="cuda", dtype=torch.bfloat16):
        loss = model(batch).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
