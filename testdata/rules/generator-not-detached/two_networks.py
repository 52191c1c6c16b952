import itertools

import torch
from torch import nn
from torch.optim import Adam


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return self.fc(x)


class Judge(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)

    def forward(self, x):
        return self.fc(x)


# One optimizer takes the parameters of two networks, which are all that is in its list.
def summed_lists(loader):
    encoder = Net()
    generator = Net()
    judge = Judge()
    opt_g = Adam(list(encoder.parameters()) + list(generator.parameters()))
    opt_d = Adam(judge.parameters())
    for x, y in loader:
        opt_g.zero_grad()
        loss_g = -judge(generator(y + encoder(x))).mean()
        loss_g.backward()
        opt_g.step()
        fake = generator(y + encoder(x))
        opt_d.zero_grad()
        loss_d = judge(fake).mean() - judge(x).mean()
        loss_d.backward()  # want "also goes through encoder"
        opt_d.step()


def detached(loader):
    encoder = Net()
    generator = Net()
    judge = Judge()
    opt_g = Adam(itertools.chain(encoder.parameters(), generator.parameters()))
    opt_d = Adam(judge.parameters())
    for x, y in loader:
        opt_g.zero_grad()
        loss_g = -judge(generator(y + encoder(x))).mean()
        loss_g.backward()
        opt_g.step()
        fake = generator(y + encoder(x)).detach()
        opt_d.zero_grad()
        loss_d = judge(fake).mean() - judge(x).mean()
        loss_d.backward()
        opt_d.step()


# What else is in the list is not seen: it may be the judge's own.
def unseen_rest(loader, others):
    encoder = Net()
    generator = Net()
    judge = Judge()
    opt_g = Adam(list(encoder.parameters()) + list(generator.parameters()) + list(others))
    opt_d = Adam(judge.parameters())
    for x, y in loader:
        opt_g.zero_grad()
        loss_g = -judge(generator(y + encoder(x))).mean()
        loss_g.backward()
        opt_g.step()
        fake = generator(y + encoder(x))
        opt_d.zero_grad()
        loss_d = judge(fake).mean() - judge(x).mean()
        loss_d.backward()
        opt_d.step()
