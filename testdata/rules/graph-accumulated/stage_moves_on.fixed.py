import torch
from torch import nn

from stages import current


# What is asked about changes between the two tests: both may succeed.
def main(loader):
    stage = current()
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    kept = []
    for inputs, targets in loader:
        loss = nn.functional.mse_loss(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if stage["name"] == "warm":
            stage.update(current())
            if stage["name"] == "hot":
                kept.append(loss.detach())  # want "kept keeps loss"
    return kept
