# What a function computes with gradients off holds no graph, in the first batch and in the next.
import numpy as np
import torch
import torch.nn.functional as F
from torch.cuda.amp import GradScaler


@torch.no_grad
def overlap(given, wanted, classes):
    given = torch.argmax(F.softmax(given, dim=1), dim=1).view(-1)
    wanted = wanted.view(-1)
    each = []
    for one in range(classes):
        if (wanted == one).sum().item() == 0:
            each.append(np.nan)
        else:
            each.append(torch.logical_and(given == one, wanted == one).sum().float().item())
    return np.nanmean(each) * 100


@torch.no_grad()
def called(given, wanted, classes):
    each = [((given.argmax(1) == one) & (wanted == one)).sum().item() for one in range(classes)]
    return np.mean(each)


def train(model, loader, optimizer, criterion):
    total, overlaps = 0.0, 0.0
    for images, labels in loader:
        given = model(images)
        loss = criterion(given, labels)
        total += loss.item()
        overlaps += overlap(given, labels, 4)
        total += called(given, labels, 4)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return total, overlaps


@torch.no_grad
def look(model, loader):
    overlaps = 0.0
    for images, labels in loader:
        overlaps += overlap(model(images), labels, 4)
    return overlaps


def train_and_look(model, loader, optimizer, criterion, held_out):
    overlaps = look(model, held_out)
    for images, labels in loader:
        given = model(images)
        overlaps += overlap(given, labels, 4)
        optimizer.zero_grad()
        criterion(given, labels).backward()
        optimizer.step()
    return overlaps
