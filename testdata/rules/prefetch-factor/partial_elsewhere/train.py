import torch
from loading import make_loader


# The number of workers is an expression of another file: the DataLoader's call here has no text for it.
def main(model, optimizer, dataset):
    for batch in make_loader(dataset):
        optimizer.zero_grad()
        model(batch).backward()
        optimizer.step()
