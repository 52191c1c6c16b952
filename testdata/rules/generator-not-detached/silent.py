import torch
from torch import nn

from data import loader
from models import Decoder, Discriminator, Encoder, Generator, combine

bce = nn.BCELoss()


def detached(x_loader):
    G, D = Generator(), Discriminator()
    g_opt = torch.optim.Adam(G.parameters())
    d_opt = torch.optim.Adam(D.parameters())
    for x in x_loader:
        y = torch.ones(len(x))
        fake = G(torch.randn(len(x), 100))
        d_opt.zero_grad()
        (bce(D(x), y) + bce(D(fake.detach()), 1 - y)).backward()
        d_opt.step()
        g_opt.zero_grad()  # the backward pass for G goes through D, on its way to G
        bce(D(fake), y).backward()
        g_opt.step()


def without_gradients(x_loader):
    G, D = Generator(), Discriminator()
    g_opt = torch.optim.Adam(G.parameters())
    d_opt = torch.optim.Adam(D.parameters())
    for x in x_loader:
        y = torch.ones(len(x))
        with torch.no_grad():
            fake = G(torch.randn(len(x), 100))
        d_opt.zero_grad()
        (bce(D(x), y) + bce(D(fake), 1 - y)).backward()
        d_opt.step()
        g_opt.zero_grad()
        bce(D(G(torch.randn(len(x), 100))), y).backward()
        g_opt.step()


# One forward pass of D serves both losses: detached, D would have to run twice.
def shared(x_loader):
    G, D = Generator(), Discriminator()
    g_opt = torch.optim.Adam(G.parameters())
    d_opt = torch.optim.Adam(D.parameters())
    for x in x_loader:
        y = torch.ones(len(x))
        judged = D(G(torch.randn(len(x), 100)))
        d_loss = bce(D(x), y) + bce(judged, 1 - y)
        g_loss = bce(judged, y)
        g_opt.zero_grad()
        g_loss.backward(retain_graph=True)
        g_opt.step()
        d_opt.zero_grad()
        d_loss.backward()
        d_opt.step()


# An encoder and a decoder with an optimizer each: one loss trains both.
def both(x_loader):
    encoder, decoder = Encoder(), Decoder()
    e_opt = torch.optim.Adam(encoder.parameters())
    d_opt = torch.optim.Adam(decoder.parameters())
    for x in x_loader:
        e_opt.zero_grad()
        d_opt.zero_grad()
        nn.functional.mse_loss(decoder(encoder(x)), x).backward()
        e_opt.step()
        d_opt.step()


# Frozen while the other trains.
def frozen(x_loader):
    G, D = Generator(), Discriminator()
    g_opt = torch.optim.Adam(G.parameters())
    d_opt = torch.optim.Adam(D.parameters())
    for x in x_loader:
        y = torch.ones(len(x))
        for p in G.parameters():
            p.requires_grad = False
        d_opt.zero_grad()
        (bce(D(x), y) + bce(D(G(torch.randn(len(x), 100))), 1 - y)).backward()
        d_opt.step()
        for p in G.parameters():
            p.requires_grad = True
        g_opt.zero_grad()
        bce(D(G(torch.randn(len(x), 100))), y).backward()
        g_opt.step()


# What a function that is not seen makes of it.
def unseen(x_loader):
    G, D = Generator(), Discriminator()
    g_opt = torch.optim.Adam(G.parameters())
    d_opt = torch.optim.Adam(D.parameters())
    for x in x_loader:
        y = torch.ones(len(x))
        fake = combine(G(torch.randn(len(x), 100)), x)
        d_opt.zero_grad()
        (bce(D(x), y) + bce(D(fake), 1 - y)).backward()
        d_opt.step()
        g_opt.zero_grad()
        bce(D(G(torch.randn(len(x), 100))), y).backward()
        g_opt.step()


# Cleared before both, and used: other rules say what that does.
def joint(x_loader):
    first, second = Encoder(), Encoder()
    one = torch.optim.Adam(first.parameters())
    two = torch.optim.Adam(second.parameters())
    for x in x_loader:
        one.zero_grad()
        two.zero_grad()
        nn.functional.mse_loss(second(first(x)), x).backward()
        two.step()
        nn.functional.l1_loss(first(x), x).backward()
        one.step()


detached(loader)
