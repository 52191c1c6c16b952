import torch
from torch import nn

from data import loader
from models import Decoder, Discriminator, Encoder

encoder, decoder, judge = Encoder(), Decoder(), Discriminator()
bce = nn.BCELoss()
both = torch.optim.Adam(list(encoder.parameters()) + list(decoder.parameters()))
alone = torch.optim.Adam(encoder.parameters())
judging = torch.optim.Adam(judge.parameters())

for epoch in range(10):
    for x, _ in loader:
        loss = nn.functional.mse_loss(decoder(encoder(x)), x)
        both.zero_grad()
        loss.backward()
        both.step()

        y = torch.ones(len(x))
        d_loss = bce(judge(torch.randn(len(x), 8)), y) + bce(judge(encoder(x).detach()), 1 - y)
        judging.zero_grad()
        d_loss.backward()
        judging.step()

        code = encoder(x).detach()  # want "the loss has no gradients for encoder: what encoder gives is detached, and alone steps on none"
        g_loss = bce(judge(code), y)
        alone.zero_grad()
        g_loss.backward()
        alone.step()


# What runs with gradients off has none, whoever asks the loss for some.
def quietly(data):
    encoder, judge = Encoder(), Discriminator()
    optimizer = torch.optim.Adam(encoder.parameters())
    for x in data:
        with torch.no_grad():
            code = encoder(x)  # todo-want "the loss has no gradients for encoder: it runs with gradients off here"
        loss = -judge(code).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def asked_for(data):
    encoder = Encoder()
    optimizer = torch.optim.Adam(encoder.parameters())
    for x in data:
        with torch.no_grad():
            code = encoder(x)  # want "runs with gradients off here"
        loss = nn.functional.mse_loss(code, x)
        loss.requires_grad_(True)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
