import torch
from torch import nn
from torch.optim import RMSprop


class Mixer(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.q = nn.Linear(width, 1)

    def forward(self, x):
        return self.q(x)


def train(loader, width):
    agents = nn.Linear(width, 1)
    params = list(agents.parameters())
    mixer = Mixer(width)
    params += list(mixer.parameters())
    optimiser = RMSprop(params=params, lr=1e-3)
    for batch, hidden in loader:
        loss = (agents(batch) + mixer(hidden)).pow(2).mean()
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(params, 10.0)
        optimiser.step()


def train_and_forget(loader, width):
    agents = nn.Linear(width, 1)
    params = list(agents.parameters())
    mixer = Mixer(width)
    optimiser = RMSprop(params=params, lr=1e-3)
    for batch, hidden in loader:
        loss = (agents(batch) + mixer(hidden)).pow(2).mean()  # want "mixer runs with gradients on, and no optimizer steps on its parameters"
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(params, 10.0)
        optimiser.step()
