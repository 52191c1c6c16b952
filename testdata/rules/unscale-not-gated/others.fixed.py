import torch


def two_optimizers(model, head, loader, optimizer, head_optimizer, n):
    scaler = torch.amp.GradScaler("cuda")
    for i, batch in enumerate(loader):
        scaler.scale(head(model(batch)).mean() / n).backward()
        scaler.unscale_(head_optimizer)
        if (i + 1) % n == 0:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()


def two_scalers(model, loader, optimizer, n):
    scaler = torch.amp.GradScaler("cuda")
    other = torch.amp.GradScaler("cuda")
    for i, batch in enumerate(loader):
        scaler.scale(model(batch).mean() / n).backward()
        scaler.unscale_(optimizer)
        other.update()
        if (i + 1) % n == 0:
            scaler.step(optimizer)
            other.update()
            optimizer.zero_grad()


def updated_each_time(model, loader, optimizer, n):
    scaler = torch.amp.GradScaler("cuda")
    for i, batch in enumerate(loader):
        scaler.scale(model(batch).mean() / n).backward()
        scaler.unscale_(optimizer)
        if (i + 1) % n == 0:
            scaler.step(optimizer)
            optimizer.zero_grad()
        scaler.update()


def in_a_loop_over_parts(model, loader, optimizer, accumulation_steps):
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        for micro in range(accumulation_steps):
            scaler.scale(model(batch[micro]).mean() / accumulation_steps).backward()
        scaler.unscale_(optimizer)  # want "runs for every micro-batch"
        scaler.step(optimizer)
        scaler.update()


def in_the_last_part(model, loader, optimizer, accumulation_steps):
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        for micro in range(accumulation_steps):
            scaler.scale(model(batch[micro]).mean() / accumulation_steps).backward()
            if micro == accumulation_steps - 1:
                scaler.unscale_(optimizer)
        scaler.step(optimizer)
        scaler.update()
