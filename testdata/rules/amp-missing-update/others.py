import torch
from torch.amp import GradScaler


def of_two_scalers(model, critic, loader, optimizer, critic_optimizer):
    scaler, other = GradScaler("cuda"), GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        critic_optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        other.scale(critic(batch).mean()).backward()
        scaler.step(optimizer)  # todo-want "scaler.update\(\) is missing"
        other.step(critic_optimizer)
        other.update()


def switched_off(model, loader, optimizer):
    scaler = GradScaler("cuda", enabled=False)
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()


def behind_the_loop(model, loader, optimizer):
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)  # todo-want "scaler.update\(\) is missing"
    scaler.update()


def with_the_step(model, loader, optimizer, n):
    scaler = GradScaler("cuda")
    for i, batch in enumerate(loader):
        scaler.scale(model(batch).mean() / n).backward()
        if (i + 1) % n == 0:
            scaler.step(optimizer)
            scaler.update()
            optimizer.zero_grad()


def by_a_helper(model, loader, optimizer, finish):
    scaler = GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        finish(scaler)
