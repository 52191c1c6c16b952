import torch
from torch import nn


def pseudo(teacher, student, criterion, optimizer, loader):
    total = 0.0
    for x, y, strange in loader:
        x, y, strange = x.cuda(), y.cuda(), strange.cuda()
        sure, label = torch.softmax(teacher(strange), 1).max(1)
        # the loss behind it needs this number: nothing can be put off
        trust = (sure > 0.95).sum().item() / len(strange)
        weights = trust * torch.ones_like(sure)
        loss = criterion(student(x), y) + (weights * nn.functional.cross_entropy(student(strange), label, reduction="none")).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total


def counted(teacher, student, criterion, optimizer, loader):
    total, share = 0.0, 0.0
    for x, y, strange in loader:
        x, y, strange = x.cuda(), y.cuda(), strange.cuda()
        sure, label = torch.softmax(teacher(strange), 1).max(1)
        share += (sure > 0.95).sum().item() / len(strange)  # want note "waits for the GPU 2 times"
        loss = criterion(student(x), y) + nn.functional.cross_entropy(student(strange), label)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total, share
