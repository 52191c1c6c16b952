import torch.nn.functional as F

from meters import Meters


def train_epoch(model, loader, optimizer):
    model.train()
    meters, last, numbers = Meters(), Meters(), Meters()
    for samples, targets in loader:
        loss = F.cross_entropy(model(samples), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        meters.update(loss=loss)  # want "meters keeps loss of every iteration"
        numbers.update(loss=loss.item())
        last.fresh(loss=loss)
    return meters, numbers, last
