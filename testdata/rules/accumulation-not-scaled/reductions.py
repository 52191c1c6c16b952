import torch
import torch.nn as nn
import torch.nn.functional as F


def of_a_sum(model, loader, optimizer, n):
    criterion = nn.CrossEntropyLoss(reduction="sum")
    for i, (x, y) in enumerate(loader):
        criterion(model(x), y).backward()
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def of_a_mean(model, loader, optimizer, n):
    criterion = nn.CrossEntropyLoss()
    for i, (x, y) in enumerate(loader):
        criterion(model(x), y).backward()  # want "steps once in n"
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def of_a_function(model, loader, optimizer, n):
    for i, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y)
        loss.backward()  # want "steps once in n"
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def of_two_means(model, loader, optimizer, n):
    for i, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y) + 0.1 * F.l1_loss(model(x), y)
        loss.backward()  # want "steps once in n"
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def without_reduction(model, loader, optimizer, n):
    for i, (x, y) in enumerate(loader):
        F.mse_loss(model(x), y, reduction="none").sum().backward()
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def without_reduction_then_mean(model, loader, optimizer, n):
    for i, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y, reduction="none").mean()
        loss.backward()  # want "steps once in n"
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()


def divided_by_its_size(model, loader, optimizer, n):
    for i, (x, y) in enumerate(loader):
        loss = F.mse_loss(model(x), y, reduction="sum") / x.shape[0]
        loss.backward()  # todo-want "steps once in n"
        if (i + 1) % n == 0:
            optimizer.step()
            optimizer.zero_grad()
