import torch
import torch.nn.functional as F


def run_epoch(model, batches, optimizer):
    for x, y in batches:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


@torch.no_grad()
def evaluate(model, batches):
    right = 0
    for x, y in batches:
        right += model(x).argmax(1).eq(y).sum().item()  # want "model is evaluated in training mode: its dropout stays on"
    return right / len(batches)
