import torch
import torch.nn as nn
import torch.nn.functional as F
from accelerate import Accelerator


def divided(model, loader, optimizer, accumulation_steps):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) / accumulation_steps
        loss.backward()
        if (i + 1) % accumulation_steps == 0:
            optimizer.step()
            optimizer.zero_grad()


def divided_in_place(model, loader, optimizer, n):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss /= n
        loss.backward()
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def summed(model, loader, optimizer, every):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y, reduction="sum")
        loss.backward()
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def summed_module(model, loader, optimizer, every):
    criterion = nn.CrossEntropyLoss(reduction="sum")
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        loss.backward()
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def by_tokens(model, loader, optimizer, every, total_tokens):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y) * len(y) / total_tokens
        loss.backward()
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def learning_rate(model, loader, lr, steps):
    optimizer = torch.optim.SGD(model.parameters(), lr=lr / steps)
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        if (i + 1) % steps == 0:
            optimizer.step()
            optimizer.zero_grad()


def gradients(model, loader, optimizer, every):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        if (i + 1) % every == 0:
            for p in model.parameters():
                p.grad.mul_(0.25)
            optimizer.step()
            optimizer.zero_grad()


def accelerated(model, loader, optimizer, every):
    accelerator = Accelerator(gradient_accumulation_steps=every)
    for i, (x, y) in enumerate(loader):
        accelerator.backward(F.cross_entropy(model(x), y))
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def unknown(model, loader, optimizer, every, objective):
    for i, batch in enumerate(loader):
        loss = objective(model, batch)
        loss.backward()
        if (i + 1) % every == 0:
            optimizer.step()
            optimizer.zero_grad()


def logging_gate(model, loader, optimizer):
    for i, (x, y) in enumerate(loader):
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        if i % 100 == 0:
            print(loss.item())


def delayed(generator, critic, loader, opt_g, opt_d):
    criterion = nn.BCEWithLogitsLoss()
    for i, (x, y) in enumerate(loader):
        d_loss = criterion(critic(x), y)
        opt_d.zero_grad()
        d_loss.backward()
        opt_d.step()
        if i % 5 == 0:
            g_loss = criterion(critic(generator(x)), y)
            opt_g.zero_grad()
            g_loss.backward()
            opt_g.step()
