import torch
from torch import nn

from stages import current


# What is asked about changes between the two tests: both may succeed.
def main(loader):
    stage = current()
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for inputs, targets in loader:
        loss = nn.functional.mse_loss(model(inputs), targets)
        if stage.name == "gather":
            stage.next()
            if stage.name == "apply":
                optimizer.zero_grad()
            loss.backward()
            optimizer.step()
