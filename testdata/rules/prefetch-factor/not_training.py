"""Loaders that feed no training step, as far as this file shows."""
import torch
from torch.utils.data import DataLoader


def loaders(dataset):
    return DataLoader(dataset, batch_size=32, num_workers=1), DataLoader(dataset, num_workers=1)


@torch.no_grad()
def evaluate(model, dataset):
    model.eval()
    return [model(batch) for batch in DataLoader(dataset, num_workers=1)]


# A batch of it is looked at while training goes on.
def shown_now_and_then(model, optimizer, loader, dataset):
    val_loader = DataLoader(dataset, batch_size=8, num_workers=1)
    for step, batch in enumerate(loader):
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
        if step % 500 == 0:
            images = next(iter(val_loader))
            print(images.shape)
