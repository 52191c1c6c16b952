# A switch at the top of the script is for who uses it.
import torch
from elsewhere import loader, net

fp16 = False
debug = False
first = True

scaler = torch.amp.GradScaler("cuda") if fp16 else None
optimizer = torch.optim.Adam(net.parameters())
for x, y in loader:
    if first:
        print(x.shape)
        first = False
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(net(x), y)
    if fp16:
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)  # want "call scaler.unscale_\(optimizer\)"
        scaler.step(optimizer)
        scaler.update()
    else:
        loss.backward()
        optimizer.step()
