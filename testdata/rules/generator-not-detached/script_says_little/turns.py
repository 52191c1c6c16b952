import torch
from torch import nn
from torch.nn.functional import softplus


class Turns:
    def __init__(self, encoder, teller):
        self.encoder, self.teller = encoder, teller
        self.first = torch.optim.Adam(encoder.parameters())
        self.second = torch.optim.Adam(teller.parameters())

    def tell(self, a, b):
        loss = softplus(self.teller(self.encoder(a))).mean() + softplus(-self.teller(self.encoder(b).detach())).mean()
        self.second.zero_grad()
        loss.backward()  # want "also goes through encoder"
        self.second.step()

    def tell_apart(self, a, b):
        loss = softplus(self.teller(self.encoder(a).detach())).mean() + softplus(-self.teller(self.encoder(b).detach())).mean()
        self.second.zero_grad()
        loss.backward()
        self.second.step()

    def fool(self, a):
        loss = softplus(-self.teller(self.encoder(a))).mean()
        self.first.zero_grad()
        loss.backward()
        self.first.step()
