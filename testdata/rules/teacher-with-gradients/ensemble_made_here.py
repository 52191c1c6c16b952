import torch
from torch import nn
from torch.optim import Adam


class Ensemble(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(8, 8), nn.Linear(8, 8)])

    def forward(self, x):
        return torch.stack([layer(x) for layer in self.layers]).sum(dim=0)


# A look-alike: the networks of the ensemble are its own, and nobody freezes them.
def distill(loader):
    target = Ensemble()
    student = nn.Linear(8, 8)
    optimizer = Adam(student.parameters())
    for data, _ in loader:
        optimizer.zero_grad()
        loss = (target(data) - student(data)).pow(2).mean()  # want "target runs with gradients on"
        loss.backward()
        optimizer.step()
    return student
