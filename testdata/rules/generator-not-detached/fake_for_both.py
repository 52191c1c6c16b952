import torch
from torch import nn

from data import loader
from models import Discriminator, Generator

bce = nn.BCELoss()


# One fake for both phases: its graph is kept for the generator's, and the discriminator's goes through it all the same.
def for_both(x_loader):
    G, D = Generator(), Discriminator()
    g_opt = torch.optim.Adam(G.parameters())
    d_opt = torch.optim.Adam(D.parameters())
    for x in x_loader:
        y = torch.ones(len(x))
        fake = G(torch.randn(len(x), 100))
        d_opt.zero_grad()
        d_loss = bce(D(x), y) + bce(D(fake), 1 - y)
        d_loss.backward(retain_graph=True)  # want "computes the gradients of G for nothing; detach what G gives, for this pass alone"
        d_opt.step()
        g_opt.zero_grad()
        bce(D(fake), y).backward()
        g_opt.step()


# A look-alike: what the discriminator judges is cut off, and the generator's phase has the whole of it.
def cut_for_one(x_loader):
    G, D = Generator(), Discriminator()
    g_opt = torch.optim.Adam(G.parameters())
    d_opt = torch.optim.Adam(D.parameters())
    for x in x_loader:
        y = torch.ones(len(x))
        fake = G(torch.randn(len(x), 100))
        d_opt.zero_grad()
        d_loss = bce(D(x), y) + bce(D(fake.detach()), 1 - y)
        d_loss.backward()
        d_opt.step()
        g_opt.zero_grad()
        bce(D(fake), y).backward()
        g_opt.step()
