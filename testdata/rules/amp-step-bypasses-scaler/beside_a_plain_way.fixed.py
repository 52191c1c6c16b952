# With a scaler and without one: each way is judged by itself.
import torch


def forgets(model, loader, half):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda") if half else None
    for x in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", enabled=half):
            loss = model(x).mean()
        if scaler is not None:
            scaler.scale(loss).backward()
            scaler.step(optimizer)  # want "has multiplied by its scale"
            scaler.update()
        else:
            loss.backward()
            optimizer.step()


def right(model, loader, half):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda") if half else None
    for x in loader:
        optimizer.zero_grad()
        with torch.autocast("cuda", enabled=half):
            loss = model(x).mean()
        if scaler is not None:
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        else:
            loss.backward()
            optimizer.step()


def one_step_behind_both(model, loader, half):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda") if half else None
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        if scaler is not None:
            scaler.scale(loss).backward()
            scaler.unscale_(optimizer)
        else:
            loss.backward()
        optimizer.step()


def switched_off(model, loader, half):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cuda", enabled=half)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).mean()
        scaler.scale(loss).backward()
        if half:
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()
