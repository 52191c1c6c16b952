# The script says nothing of what its stopper keeps.
import torch
from torch import nn

from stopper import Stopper

model = nn.Linear(32, 8)
opt = torch.optim.Adam(model.parameters(), 1e-2)
x, y, held = torch.load("data.pt", map_location="cpu", weights_only=True)


def fit():
    opt.zero_grad()
    nn.functional.cross_entropy(model(x), y).backward()
    opt.step()


@torch.no_grad()
def measure():
    return float(nn.functional.cross_entropy(model(held), y))


stopper = Stopper(20)
for epoch in range(500):
    fit()
    if stopper.update(measure(), model):
        break
stopper.restore(model)
