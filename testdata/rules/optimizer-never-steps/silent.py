import torch
from torch import nn


def both(loader):
    critic, generator = nn.Linear(8, 1), nn.Linear(4, 8)
    for_critic, for_generator = torch.optim.Adam(critic.parameters()), torch.optim.Adam(generator.parameters())
    for z, real in loader:
        for_critic.zero_grad()
        fake = generator(z)
        (critic(fake.detach()).mean() - critic(real).mean()).backward()
        for_critic.step()
        for_generator.zero_grad()
        (-critic(fake).mean()).backward()
        for_generator.step()


# Each by its place in a list.
def listed(loader):
    nets = [nn.Linear(4, 4), nn.Linear(4, 4)]
    first, second = [torch.optim.SGD(net.parameters(), lr=0.1) for net in nets]
    for x in loader:
        first.zero_grad()
        second.zero_grad()
        nets[1](nets[0](x)).sum().backward()
        for optimizer in (first, second):
            optimizer.step()


# Somebody else's function may step it.
def handed_on(loader, trainer):
    critic, generator = nn.Linear(8, 1), nn.Linear(4, 8)
    mine, theirs = torch.optim.Adam(critic.parameters()), torch.optim.Adam(generator.parameters())
    for z, real in loader:
        mine.zero_grad()
        theirs.zero_grad()
        (critic(generator(z)).mean() - critic(real).mean()).backward()
        mine.step()
        trainer.update(theirs)


# It clears what the others step on.
def clears(loader):
    critic, generator = nn.Linear(8, 1), nn.Linear(4, 8)
    whole = nn.ModuleList([critic, generator])
    every, one = torch.optim.Adam(whole.parameters()), torch.optim.Adam(generator.parameters())
    for z, _ in loader:
        every.zero_grad()
        (-critic(generator(z)).mean()).backward()
        one.step()


# One alone: nothing is trained here, its gradients are what is looked at.
def looked_at(loader):
    net = nn.Linear(4, 1)
    cleaner = torch.optim.SGD(net.parameters(), lr=0.1)
    norms = []
    for x in loader:
        cleaner.zero_grad()
        net(x).sum().backward()
        norms.append(net.weight.grad.norm().item())
    return norms


loader = torch.utils.data.DataLoader(torch.load("pairs.pt", weights_only=True), batch_size=8)
both(loader)
listed(loader)
handed_on(loader, make())
clears(loader)
looked_at(loader)
