import torch
from torch import nn


def networks():
    return nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 784)), nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 1))


def computed_anew(loader):
    generator, discriminator = networks()
    optimizer_g, optimizer_d = torch.optim.Adam(generator.parameters()), torch.optim.Adam(discriminator.parameters())
    for real in loader:
        fake = generator(torch.randn(len(real), 64))
        loss_d = discriminator(fake.detach()).mean() - discriminator(real).mean()
        optimizer_d.zero_grad()
        loss_d.backward()
        optimizer_d.step()
        optimizer_g.zero_grad()
        loss_g = -discriminator(fake).mean()
        loss_g.backward()
        optimizer_g.step()


def steps_last(loader):
    generator, discriminator = networks()
    optimizer_g, optimizer_d = torch.optim.Adam(generator.parameters()), torch.optim.Adam(discriminator.parameters())
    for real in loader:
        fake = generator(torch.randn(len(real), 64))
        loss_g = -discriminator(fake).mean()
        loss_d = discriminator(fake.detach()).mean() - discriminator(real).mean()
        optimizer_g.zero_grad()
        loss_g.backward()
        optimizer_d.zero_grad()
        loss_d.backward()
        optimizer_g.step()
        optimizer_d.step()


def generator_first(loader):
    # optimizer_g changes the generator, and the discriminator's loss does not go through it
    generator, discriminator = networks()
    optimizer_g, optimizer_d = torch.optim.Adam(generator.parameters()), torch.optim.Adam(discriminator.parameters())
    for real in loader:
        fake = generator(torch.randn(len(real), 64))
        loss_g = -discriminator(fake).mean()
        loss_d = discriminator(fake.detach()).mean() - discriminator(real).mean()
        optimizer_g.zero_grad()
        loss_g.backward()
        optimizer_g.step()
        optimizer_d.zero_grad()
        loss_d.backward()
        optimizer_d.step()


def one_layer(loader):
    # the gradient of a single layer's weights does not need the weights
    model = nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        out = model(x)
        optimizer.zero_grad()
        (out - y).pow(2).mean().backward(retain_graph=True)
        optimizer.step()
        optimizer.zero_grad()
        out.abs().mean().backward()
        optimizer.step()


def by_turns(loader):
    generator, discriminator = networks()
    optimizer_g, optimizer_d = torch.optim.Adam(generator.parameters()), torch.optim.Adam(discriminator.parameters())
    for i, real in enumerate(loader):
        fake = generator(torch.randn(len(real), 64))
        loss_g = -discriminator(fake).mean()
        loss_d = discriminator(fake.detach()).mean() - discriminator(real).mean()
        if i % 5:
            optimizer_d.zero_grad()
            loss_d.backward()
            optimizer_d.step()
        else:
            optimizer_g.zero_grad()
            loss_g.backward()
            optimizer_g.step()


def value_apart(loader):
    # the policy's loss takes the value as a number
    policy, value = networks()
    policy_optimizer, value_optimizer = torch.optim.Adam(policy.parameters()), torch.optim.Adam(value.parameters())
    for states, returns in loader:
        values = value(states)
        advantage = returns - values.detach()
        policy_loss = -(policy(states).log_softmax(-1) * advantage).mean()
        value_loss = (returns - values).pow(2).mean()
        value_optimizer.zero_grad()
        value_loss.backward()
        value_optimizer.step()
        policy_optimizer.zero_grad()
        policy_loss.backward()
        policy_optimizer.step()


def fused(loader):
    # the fused kernel does not tell autograd that it writes
    generator, discriminator = networks()
    optimizer_g, optimizer_d = torch.optim.Adam(generator.parameters()), torch.optim.Adam(discriminator.parameters(), fused=True)
    for real in loader:
        fake = generator(torch.randn(len(real), 64))
        loss_g = -discriminator(fake).mean()
        loss_d = discriminator(fake.detach()).mean() - discriminator(real).mean()
        optimizer_d.zero_grad()
        loss_d.backward()
        optimizer_d.step()
        optimizer_g.zero_grad()
        loss_g.backward()
        optimizer_g.step()


def options_of_the_caller(loader, **options):
    # fused=True may be among them, and a fused step is not seen by autograd
    generator, discriminator = networks()
    optimizer_g = torch.optim.Adam(generator.parameters())
    optimizer_d = torch.optim.Adam(discriminator.parameters(), **options)
    for real in loader:
        fake = generator(torch.randn(len(real), 64))
        loss_g = -discriminator(fake).mean()
        loss_d = discriminator(fake.detach()).mean() - discriminator(real).mean()
        optimizer_d.zero_grad()
        loss_d.backward()
        optimizer_d.step()
        optimizer_g.zero_grad()
        loss_g.backward()
        optimizer_g.step()
