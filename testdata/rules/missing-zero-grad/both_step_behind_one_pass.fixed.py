# One backward pass computes gradients for two optimizers, of which only the first is ever cleared.
import torch
import torch.nn.functional as F
from torch import nn


def train(loader):
    encoder, decoder = nn.Linear(8, 4), nn.Linear(4, 8)
    first = torch.optim.Adam(encoder.parameters())
    second = torch.optim.Adam(decoder.parameters())
    for x in loader:
        first.zero_grad()
        loss = F.mse_loss(decoder(encoder(x)), x)
        second.zero_grad()
        loss.backward()  # want "nothing in this loop clears the gradients that second steps on"
        first.step()
        second.step()


def train_by_name(loader):
    encoder, decoder = nn.Linear(8, 4), nn.Linear(4, 8)
    optimizers = {"encoder": torch.optim.Adam(encoder.parameters()), "decoder": torch.optim.Adam(decoder.parameters())}
    for x in loader:
        for optimizer in optimizers.values():
            optimizer.zero_grad()
        F.mse_loss(decoder(encoder(x)), x).backward()
        for optimizer in optimizers.values():
            optimizer.step()


# Nothing shows that the pass goes through what the second trains: its gradients may come from elsewhere.
def train_beside(loader, other):
    encoder, decoder = nn.Linear(8, 4), nn.Linear(4, 8)
    first = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
    second = torch.optim.Adam(other.parameters())
    for x in loader:
        first.zero_grad()
        F.mse_loss(decoder(encoder(x)), x).backward()
        first.step()
        second.step()
