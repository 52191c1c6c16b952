# A count of samples says nothing of how many micro-batches a step has.
import torch
from torch import nn


def samples(model, loader, batch_size, every):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    seen = 0
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        seen += batch_size
        loss.backward()
        if seen % (batch_size * every) == 0:
            optimizer.step()
            optimizer.zero_grad()


def batches(model, loader, every):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    seen = 0
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        seen += 1
        (loss / every).backward()  # want "optimizer steps once in every micro-batches"
        if seen % every == 0:
            optimizer.step()
            optimizer.zero_grad()
