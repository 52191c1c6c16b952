import torch
import torch.nn.functional as F


def d_loss_of(disc, real, fake, kind):
    if kind == "hinge":
        return F.relu(1 - disc(real)).mean() + F.relu(1 + disc(fake)).mean()
    elif kind == "lsgan":
        return (disc(real) - 1).pow(2).mean() + disc(fake).pow(2).mean()
    return 0


def behind_options(gen, disc, loader, args):
    opt_d = torch.optim.Adam(disc.parameters())
    opt_g = torch.optim.Adam(gen.parameters())
    for i, real in enumerate(loader):
        fake = gen(real)
        if i % args.every == 0:
            d_loss = d_loss_of(disc, real, fake.detach(), args.kind)
            if d_loss != 0:
                opt_d.zero_grad()
                d_loss.backward()  # want "retain_graph=True keeps"
                opt_d.step()
        opt_g.zero_grad()
        g_loss = -disc(fake).mean()
        g_loss.backward()
        opt_g.step()


class Model:
    def __init__(self, net, disc, args):
        self.net, self.disc = net, disc
        self.opt = torch.optim.Adam(net.parameters())

    def forward(self, x):
        self.x = x
        self.out = self.net(x)

    def optimize(self, x, y):
        self.forward(x)
        self.opt.zero_grad()
        self.loss = F.l1_loss(self.out, y)
        self.loss.backward()  # want "retain_graph=True keeps"
        self.opt.step()


def train(loader, net, disc, args):
    model = Model(net, disc, args)
    for x, y in loader:
        model.optimize(x, y)


# An RNN that is detached between steps.
def truncated(model, loader):
    optimizer = torch.optim.Adam(model.parameters())
    hidden = None
    for x, y in loader:
        if hidden is not None:
            hidden = hidden.detach()
        out, hidden = model(x, hidden)
        loss = F.mse_loss(out, y)
        optimizer.zero_grad()
        loss.backward()  # want "retain_graph=True keeps"
        optimizer.step()


# The other loss goes through the same output, in a method that is run later.
class Pair:
    def __init__(self, net, disc):
        self.net, self.disc = net, disc
        self.opt_g = torch.optim.Adam(net.parameters())
        self.opt_d = torch.optim.Adam(disc.parameters())

    def forward(self, x):
        self.fake = self.net(x)

    def backward_d(self, real):
        self.opt_d.zero_grad()
        loss = F.softplus(self.disc(self.fake)).mean() + F.softplus(-self.disc(real)).mean()
        loss.backward(retain_graph=True)  # also generator-not-detached
        self.opt_d.step()

    def backward_g(self):
        self.opt_g.zero_grad()
        F.softplus(-self.disc(self.fake)).mean().backward()
        self.opt_g.step()


def train_pair(loader, net, disc):
    pair = Pair(net, disc)
    for x, y in loader:
        pair.forward(x)
        pair.backward_d(y)
        pair.backward_g()
