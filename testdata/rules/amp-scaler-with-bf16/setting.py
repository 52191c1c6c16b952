import torch

scaler = torch.amp.GradScaler("cuda")


def step(model, batch, optimizer, dtype):
    optimizer.zero_grad()
    with torch.autocast("cuda", dtype):
        loss = model(batch).mean()
    scaler.scale(loss).backward()
    scaler.step(optimizer)
    scaler.update()
    with torch.autocast("cuda", torch.bfloat16), torch.no_grad():
        model(batch)
