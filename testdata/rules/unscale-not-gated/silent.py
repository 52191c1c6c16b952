import torch


def gated(model, loader, optimizer, n):
    scaler = torch.amp.GradScaler("cuda")
    for i, batch in enumerate(loader):
        with torch.autocast("cuda"):
            loss = model(batch).mean() / n
        scaler.scale(loss).backward()
        if (i + 1) % n == 0:
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()


def every(model, loader, optimizer):
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = model(batch).mean()
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()


def one(model, loader, optimizer):
    n = 1
    scaler = torch.amp.GradScaler("cuda")
    for i, batch in enumerate(loader):
        with torch.autocast("cuda"):
            loss = model(batch).mean() / n
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        if (i + 1) % n == 0:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()


def switched_off(model, loader, optimizer, n):
    scaler = torch.amp.GradScaler("cuda", enabled=False)
    for i, batch in enumerate(loader):
        loss = model(batch).mean() / n
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        if (i + 1) % n == 0:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()


def last_only(model, loader, optimizer, n):
    scaler = torch.amp.GradScaler("cuda")
    for i, batch in enumerate(loader):
        last = (i + 1) % n == 0
        with torch.autocast("cuda"):
            loss = model(batch).mean() / n
        scaler.scale(loss).backward()
        if last:
            scaler.unscale_(optimizer)
        if last:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()
