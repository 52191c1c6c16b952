import torch
import torch.nn.functional as F


# What is wrong in a step is told where it is wrong, once, whoever calls it.
def clipped_step(model, batch, optimizer, scaler, limit):
    optimizer.zero_grad()
    with torch.autocast("cuda", dtype=torch.float16):
        loss = F.cross_entropy(model(batch[0]), batch[1])
    if scaler:
        scaler.scale(loss).backward()
    else:
        loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), limit)  # want "still multiplied by scaler's scale"
    if scaler:
        scaler.step(optimizer)
        scaler.update()
    else:
        optimizer.step()
    return loss.item()


def unscaled_step(model, batch, optimizer, scaler, limit):
    optimizer.zero_grad()
    with torch.autocast("cuda", dtype=torch.float16):
        loss = F.cross_entropy(model(batch[0]), batch[1])
    if scaler:
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
    else:
        loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), limit)
    if scaler:
        scaler.step(optimizer)
        scaler.update()
    else:
        optimizer.step()
    return loss.item()
