import torch

scaler = torch.amp.GradScaler("cuda", enabled=False)  # want "GradScaler scales losses that autocast computes in bf16"


def step(model, batch, optimizer):
    optimizer.zero_grad()
    with torch.autocast(device_type="cuda", dtype=torch.bfloat16):
        loss = model(batch).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
