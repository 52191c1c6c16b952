import torch
from torch import nn

from data import loader
from models import Critic, Discriminator, Generator

G, D = Generator(), Discriminator()
bce = nn.BCELoss()
g_opt = torch.optim.Adam(G.parameters())
d_opt = torch.optim.Adam(D.parameters())

for epoch in range(10):
    for x, _ in loader:
        D.zero_grad()
        y = torch.ones(len(x))
        d_real = bce(D(x), y)
        z = torch.randn(len(x), 100)
        d_fake = bce(D(G(z)), 1 - y)
        d_loss = d_real + d_fake
        d_loss.backward()  # want "also goes through G, whose gradients are cleared before anybody steps on them"
        d_opt.step()

        G.zero_grad()
        z = torch.randn(len(x), 100)
        g_loss = bce(D(G(z)), y)
        g_loss.backward()
        g_opt.step()


# Where it trains and on what is not known; both ways go through the generator.
class Trainer:
    def __init__(self, args, data):
        self.args = args
        self.data = data
        self.G = Generator()
        self.D = Discriminator()
        self.G_optimizer = torch.optim.Adam(self.G.parameters(), lr=args.lr)
        self.D_optimizer = torch.optim.Adam(self.D.parameters(), lr=args.lr)
        if args.gpu:
            self.G.cuda()
            self.D.cuda()
            self.loss = nn.BCELoss().cuda()
        else:
            self.loss = nn.BCELoss()

    def train(self):
        real, fake = torch.ones(self.args.batch, 1), torch.zeros(self.args.batch, 1)
        if self.args.gpu:
            real, fake = real.cuda(), fake.cuda()
        for epoch in range(self.args.epochs):
            for x, _ in self.data:
                z = torch.rand(self.args.batch, 64)
                if self.args.gpu:
                    x, z = x.cuda(), z.cuda()
                self.D_optimizer.zero_grad()
                made = self.G(z)
                d_loss = self.loss(self.D(x), real) + self.loss(self.D(made), fake)
                d_loss.backward()  # want "the backward pass for self.D_optimizer also goes through G"
                self.D_optimizer.step()

                self.G_optimizer.zero_grad()
                g_loss = self.loss(self.D(self.G(z)), real)
                g_loss.backward()
                self.G_optimizer.step()


# The generator steps once in five laps, and clears first.
def wasserstein(data):
    gen, critic = Generator(), Critic()
    gen_optimizer = torch.optim.RMSprop(gen.parameters())
    critic_optimizer = torch.optim.RMSprop(critic.parameters())
    for i, x in enumerate(data):
        critic_optimizer.zero_grad()
        fake = gen(torch.randn(len(x), 64))
        loss = -critic(x).mean() + critic(fake).mean()
        loss.backward()  # want "also goes through gen"
        critic_optimizer.step()
        if i % 5 == 0:
            gen_optimizer.zero_grad()
            gen_loss = -critic(gen(torch.randn(len(x), 64))).mean()
            gen_loss.backward()
            gen_optimizer.step()


def set_requires_grad(nets, requires_grad=False):
    if not isinstance(nets, list):
        nets = [nets]
    for net in nets:
        for param in net.parameters():
            param.requires_grad = requires_grad


# That the discriminator's gradients are off while the generator learns says nothing of the generator's own.
def discriminator_off(x_loader):
    G, D = Generator(), Discriminator()
    g_opt = torch.optim.Adam(G.parameters())
    d_opt = torch.optim.Adam(D.parameters())
    for x in x_loader:
        y = torch.ones(len(x))
        set_requires_grad(D, True)
        d_opt.zero_grad()
        (bce(D(x), y) + bce(D(G(torch.randn(len(x), 100))), 1 - y)).backward()  # want "also goes through G"
        d_opt.step()
        set_requires_grad(D, False)
        g_opt.zero_grad()
        bce(D(G(torch.randn(len(x), 100))), y).backward()
        g_opt.step()
