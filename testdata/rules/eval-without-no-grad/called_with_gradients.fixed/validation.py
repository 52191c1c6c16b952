import torch
import torch.nn.functional as F


# The file that calls it turns gradients off nowhere.
@torch.no_grad()
def validate(model, valloader):
    model.eval()
    total = 0.0
    for x, y in valloader:
        total += F.cross_entropy(model(x), y).item()  # want "model runs with gradients on"
    return total / len(valloader)
