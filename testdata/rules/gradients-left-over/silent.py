import torch
from torch import nn

from data import loader
from helpers import clear_all
from models import Decoder, Discriminator, Encoder, Generator

bce = nn.BCELoss()


# Each clears before its own backward pass.
def before_each(data):
    G, D = Generator(), Discriminator()
    g_opt = torch.optim.Adam(G.parameters())
    d_opt = torch.optim.Adam(D.parameters())
    for x in data:
        y = torch.ones(len(x))
        fake = G(torch.randn(len(x), 100))
        d_opt.zero_grad()
        (bce(D(x), y) + bce(D(fake.detach()), 1 - y)).backward()
        d_opt.step()
        g_opt.zero_grad()
        bce(D(fake), y).backward()
        g_opt.step()


# Behind its step, both are cleared.
def both_behind(data):
    G, D = Generator(), Discriminator()
    g_opt = torch.optim.Adam(G.parameters())
    d_opt = torch.optim.Adam(D.parameters())
    for x in data:
        y = torch.ones(len(x))
        fake = G(torch.randn(len(x), 100))
        (bce(D(x), y) + bce(D(fake.detach()), 1 - y)).backward()
        d_opt.step()
        d_opt.zero_grad()
        bce(D(fake), y).backward()
        g_opt.step()
        g_opt.zero_grad()
        d_opt.zero_grad()


# The generator learns from two losses, and the encoder in front of it from one of them.
def two_losses(data):
    encoder, generator = Encoder(), Generator()
    e_opt = torch.optim.Adam(encoder.parameters())
    g_opt = torch.optim.Adam(generator.parameters())
    for x in data:
        e_opt.zero_grad()
        g_opt.zero_grad()
        noise = torch.randn(len(x), 8)
        made = generator(noise)
        nn.functional.l1_loss(generator(encoder(x)), x).backward()
        e_opt.step()
        nn.functional.l1_loss(encoder(made), noise).backward()
        g_opt.step()


# A decoder and the encoder before it, which learns from a second loss, too: both may be meant.
def encoder_of_two(data):
    encoder, decoder = Encoder(), Decoder()
    e_opt = torch.optim.Adam(encoder.parameters())
    d_opt = torch.optim.Adam(decoder.parameters())
    for x in data:
        e_opt.zero_grad()
        d_opt.zero_grad()
        nn.functional.mse_loss(decoder(encoder(x)), x).backward()
        d_opt.step()
        encoder(x).pow(2).mean().backward()
        e_opt.step()


# A function that is not seen may clear them.
def unseen(data):
    G, D = Generator(), Discriminator()
    g_opt = torch.optim.Adam(G.parameters())
    d_opt = torch.optim.Adam(D.parameters())
    for x in data:
        clear_all(g_opt, d_opt)
        y = torch.ones(len(x))
        fake = G(torch.randn(len(x), 100))
        (bce(D(x), y) + bce(D(fake.detach()), 1 - y)).backward()
        d_opt.step()
        bce(D(fake), y).backward()
        g_opt.step()


# By hand.
def by_hand(data):
    G, D = Generator(), Discriminator()
    g_opt = torch.optim.Adam(G.parameters())
    d_opt = torch.optim.Adam(D.parameters())
    for x in data:
        for p in D.parameters():
            p.grad = None
        y = torch.ones(len(x))
        fake = G(torch.randn(len(x), 100))
        (bce(D(x), y) + bce(D(fake.detach()), 1 - y)).backward()
        d_opt.step()
        g_opt.zero_grad()
        bce(D(fake), y).backward()
        g_opt.step()


before_each(loader)
