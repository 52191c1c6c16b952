import torch
import torch.nn.functional as F
from somewhere import *


def main(model, loader, trainer, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    results = test_model(trainer, model)
    print(results.item())


def other(model, loader, optimizer, images):
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
    model.eval()
    print(model(images).argmax(1).tolist())  # want "runs with gradients on"


if __name__ == "__main__":
    main(torch.nn.Linear(8, 8), [], None, None)
