import torch
import torch.nn.functional as F


# Another file calls it with gradients on, and turns them off for something else.
@torch.no_grad()
def validate(val_loader, model):
    model.eval()
    total = 0.0
    for x, y in val_loader:
        total += F.cross_entropy(model(x), y).item()  # want "model runs with gradients on"
    return total


# Under no_grad, through two functions of another file.
def evaluate(val_loader, model):
    model.eval()
    total = 0.0
    for x, y in val_loader:
        total += F.cross_entropy(model(x), y).item()
    return total


# Under no_grad, through a function of another file that a third one calls.
def test_all(test_loader, model):
    model.eval()
    total = 0.0
    for x, y in test_loader:
        total += F.cross_entropy(model(x), y).item()
    return total


# Handed on: who calls it is not seen.
def test_epoch(test_loader, model):
    model.eval()
    total = 0.0
    for x, y in test_loader:
        total += F.cross_entropy(model(x), y).item()
    return total


# A method, called with gradients off.
class Tester:
    def __init__(self, model):
        self.model = model

    def test_batches(self, test_loader):
        self.model.eval()
        total = 0.0
        for x, y in test_loader:
            total += F.cross_entropy(self.model(x), y).item()
        return total
