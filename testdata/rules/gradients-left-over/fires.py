import torch
from torch import nn

from data import loader
from models import Discriminator, Generator

G, D = Generator(), Discriminator()
bce = nn.BCELoss()
g_opt = torch.optim.Adam(G.parameters())
d_opt = torch.optim.Adam(D.parameters())

for epoch in range(10):
    for x, _ in loader:
        y = torch.ones(len(x))
        fake = G(torch.randn(len(x), 100))
        d_loss = bce(D(x), y) + bce(D(fake.detach()), 1 - y)
        d_loss.backward()  # want "d_opt also steps on gradients that the backward pass for g_opt left behind"
        d_opt.step()
        d_opt.zero_grad()

        g_loss = bce(D(fake), y)
        g_loss.backward()
        g_opt.step()
        g_opt.zero_grad()


# The other way round: what the discriminator wants goes into the generator.
def not_detached(data):
    generator, discriminator = Generator(), Discriminator()
    generator_optimizer = torch.optim.Adam(generator.parameters())
    discriminator_optimizer = torch.optim.Adam(discriminator.parameters())
    for x in data:
        generator_optimizer.zero_grad()
        discriminator_optimizer.zero_grad()
        y = torch.ones(len(x))
        fake = generator(torch.randn(len(x), 100))
        d_loss = bce(discriminator(x), y) + bce(discriminator(fake), 1 - y)
        d_loss.backward(retain_graph=True)
        discriminator_optimizer.step()
        g_loss = bce(discriminator(fake), y)
        g_loss.backward()  # want "generator_optimizer also steps on gradients that the backward pass for discriminator_optimizer left"
        generator_optimizer.step()
