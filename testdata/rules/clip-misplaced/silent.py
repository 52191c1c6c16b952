import torch
from torch.nn.utils import clip_grad_norm_


def right(model, loader, optimizer, max_norm):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        if max_norm:
            clip_grad_norm_(model.parameters(), max_norm)
        optimizer.step()


def logged(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
        norm = clip_grad_norm_(model.parameters(), float("inf"))
        print(norm)


def accumulated(model, loader, optimizer, n):
    for i, batch in enumerate(loader):
        (model(batch).mean() / n).backward()
        if (i + 1) % n == 0:
            clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()


def pipelined(model, loader, optimizer):
    for batch in loader:
        clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        model(batch).mean().backward()


def two(generator, critic, loader, opt_g, opt_d):
    for real in loader:
        opt_d.zero_grad()
        critic(real).mean().backward()
        opt_d.step()
        clip_grad_norm_(generator.parameters(), 1.0)
        opt_g.step()
        opt_g.zero_grad()


def weights(critic, loader, optimizer):
    for real in loader:
        optimizer.zero_grad()
        critic(real).mean().backward()
        optimizer.step()
        for p in critic.parameters():
            p.data.clamp_(-0.01, 0.01)
