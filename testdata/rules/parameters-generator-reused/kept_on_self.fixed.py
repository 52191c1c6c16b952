from itertools import chain

import torch


class Chained:
    def __init__(self, encoder, decoder):
        self.encoder, self.decoder = encoder, decoder
        self.params = list(chain(encoder.parameters(), decoder.parameters()))
        self.optimizer = torch.optim.Adam(self.params)

    def step(self, x):
        loss = (self.decoder(self.encoder(x)) - x).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.params, 1.0)  # want "self.params is a generator that line 10 has used up"
        self.optimizer.step()


class Listed:
    def __init__(self, encoder, decoder):
        self.encoder, self.decoder = encoder, decoder
        self.params = list(chain(encoder.parameters(), decoder.parameters()))
        self.optimizer = torch.optim.Adam(self.params)

    def step(self, x):
        loss = (self.decoder(self.encoder(x)) - x).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.params, 1.0)
        self.optimizer.step()


def anew(encoder, decoder, loader):
    optimizer = torch.optim.Adam(chain(encoder.parameters(), decoder.parameters()))
    for x in loader:
        optimizer.zero_grad()
        (decoder(encoder(x)) - x).pow(2).mean().backward()
        torch.nn.utils.clip_grad_norm_(chain(encoder.parameters(), decoder.parameters()), 1.0)
        optimizer.step()
