import torch
from torch import nn


class Pair:
    """Steps two optimizers, one after the other: which of them the clip is for does not show."""

    def __init__(self, encoder, decoder):
        self.encoder = torch.optim.Adam(encoder.parameters())
        self.decoder = torch.optim.Adam(decoder.parameters())

    def step(self):
        self.encoder.step()
        self.decoder.step()

    def zero_grad(self):
        self.encoder.zero_grad()
        self.decoder.zero_grad()


def train(encoder, decoder, loader):
    optimizers = Pair(encoder, decoder)
    for batch in loader:
        optimizers.zero_grad()
        loss = decoder(encoder(batch)).mean()
        loss.backward()
        optimizers.step()
        nn.utils.clip_grad_norm_(decoder.parameters(), 1.0)
