import torch
from torch import nn

from data import loader
from helpers import regularise
from models import Decoder, Discriminator, Encoder

bce = nn.BCELoss()


# The discriminator's loss is what is detached; the encoder's is not.
def by_turns(data):
    encoder, judge = Encoder(), Discriminator()
    alone = torch.optim.Adam(encoder.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x in data:
        y = torch.ones(len(x))
        code = encoder(x)
        judging.zero_grad()
        (bce(judge(torch.randn(len(x), 8)), y) + bce(judge(code.detach()), 1 - y)).backward()
        judging.step()
        alone.zero_grad()
        bce(judge(code), y).backward()
        alone.step()


# A part of the loss is detached, another is not.
def in_part(data):
    encoder, decoder = Encoder(), Decoder()
    optimizer = torch.optim.Adam(encoder.parameters())
    others = torch.optim.Adam(decoder.parameters())
    for x in data:
        code = encoder(x)
        loss = nn.functional.mse_loss(decoder(code.detach()), x) + code.pow(2).mean()
        optimizer.zero_grad()
        others.zero_grad()
        loss.backward()
        optimizer.step()
        others.step()


# Straight through: the code is detached in one term of a sum that also holds it.
def straight_through(data):
    encoder, decoder = Encoder(), Decoder()
    optimizer = torch.optim.Adam(list(encoder.parameters()) + list(decoder.parameters()))
    for x in data:
        code = encoder(x)
        rounded = code + (code.round() - code).detach()
        optimizer.zero_grad()
        nn.functional.mse_loss(decoder(rounded), x).backward()
        optimizer.step()


# The gradients come from an earlier backward pass of the lap.
def from_before(data):
    encoder, judge = Encoder(), Discriminator()
    alone = torch.optim.Adam(encoder.parameters())
    judging = torch.optim.Adam(judge.parameters())
    for x in data:
        alone.zero_grad()
        judging.zero_grad()
        code = encoder(x)
        code.pow(2).mean().backward()
        judge(code.detach()).mean().backward()
        judging.step()
        alone.step()


# What a function that is not seen computes may have gradients.
def unseen(data):
    encoder, judge = Encoder(), Discriminator()
    alone = torch.optim.Adam(encoder.parameters())
    for x in data:
        alone.zero_grad()
        loss = judge(encoder(x).detach()).mean() + regularise(encoder)
        loss.backward()
        alone.step()


# The detached code is a leaf whose gradient goes back into the encoder later.
def in_two_parts(data):
    encoder, judge = Encoder(), Discriminator()
    alone = torch.optim.Adam(encoder.parameters())
    for x in data:
        alone.zero_grad()
        code = encoder(x)
        leaf = code.detach().requires_grad_()
        judge(leaf).mean().backward()
        code.backward(leaf.grad)
        alone.step()


by_turns(loader)


# What it gave before, with gradients off, is what it is compared with.
def towards_itself(data):
    encoder = Encoder()
    optimizer = torch.optim.Adam(encoder.parameters())
    for x in data:
        with torch.no_grad():
            before = encoder(x)
        loss = nn.functional.mse_loss(encoder(x + 0.1), before)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# Only the judge learns here.
def frozen_part(data):
    encoder, judge = Encoder(), Discriminator()
    optimizer = torch.optim.Adam(judge.parameters())
    for x in data:
        with torch.no_grad():
            code = encoder(x)
        loss = bce(judge(code), torch.ones(len(x)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


# The same call was made with gradients off, elsewhere.
def measured_before(x, y):
    encoder = Encoder()
    optimizer = torch.optim.Adam(encoder.parameters())
    for _ in range(100):
        with torch.no_grad():
            encoder(x)
    for _ in range(100):
        code = encoder(x)
        loss = nn.functional.mse_loss(code, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def validate(encoder, held_out):
    with torch.no_grad():
        for x in held_out:
            code = encoder(x)
            print(nn.functional.mse_loss(code, x).item())


def between(data, held_out):
    encoder = Encoder()
    optimizer = torch.optim.Adam(encoder.parameters())
    for epoch in range(10):
        validate(encoder, held_out)
        for x in data:
            code = encoder(x)
            loss = nn.functional.mse_loss(code, x)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        validate(encoder, held_out)
