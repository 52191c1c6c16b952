import torch


def plain(model, loader, optimizer, n):
    scaler = torch.amp.GradScaler("cuda")
    for i, batch in enumerate(loader):
        with torch.autocast("cuda"):
            loss = model(batch).mean() / n
        scaler.scale(loss).backward()
        if (i + 1) % n == 0:
            scaler.unscale_(optimizer)  # want "scaler.unscale_\(\) runs for every micro-batch, and scaler.update\(\) once in n: the second one raises RuntimeError"
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()


def clipped(model, loader, optimizer, args):
    scaler = torch.amp.GradScaler("cuda")
    for i, batch in enumerate(loader):
        with torch.autocast("cuda"):
            loss = model(batch).mean() / args.accumulate
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)  # want "once in args.accumulate"
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        if (i + 1) % args.accumulate == 0:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
