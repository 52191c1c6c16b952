from collections import deque

import torch


# Values and their indices come together, and nothing is differentiated of an index.
def predictions(model, criterion, optimizer, loader):
    best, scores, texts = [], [], []
    for x, y in loader:
        output = model(x)
        loss = criterion(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        score, index = torch.max(output, 1)
        best.append(index)
        best.append(output.topk(5)[1])
        best.append(output.sort(dim=1).indices)
        texts.append("loss %.3f" % loss)
        scores.append(score)  # want "scores keeps"
    return best, texts


def larger(model, criterion, optimizer, loader, floor):
    kept = []
    for x, y in loader:
        output = model(x)
        loss = criterion(output, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept.append(torch.topk(output, 5)[0])  # want "kept keeps"
    print(kept)


# What holds so many, what is emptied, and what is kept once do not grow.
def bounded(model, criterion, optimizer, loader):
    window, anything, since, first, parts = deque(maxlen=100), deque(maxlen=None), [], [], []
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        window.append(loss)
        anything.append(loss.detach())  # want "anything keeps"
        since.append(loss)
        if i % 100 == 99:
            print(sum(since) / 100)
            since.clear()
        parts.append(loss)
        if len(parts) > 10:
            del parts[0]
        if i == 0:
            first.append(loss)
    print(sum(window), sum(anything), first)
