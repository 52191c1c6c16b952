import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 784), nn.Tanh())

    def forward(self, z):
        return self.layers(z)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(784, 128), nn.LeakyReLU(0.2), nn.Linear(128, 1))

    def forward(self, x):
        return self.layers(x)


def train_gan(loader, epochs):
    generator, discriminator = Generator(), Discriminator()
    optimizer_g = torch.optim.Adam(generator.parameters(), lr=2e-4)
    optimizer_d = torch.optim.Adam(discriminator.parameters(), lr=2e-4)
    criterion = nn.BCEWithLogitsLoss()
    for _ in range(epochs):
        for real, _ in loader:
            ones, zeros = torch.ones(len(real), 1), torch.zeros(len(real), 1)
            fake = generator(torch.randn(len(real), 64))
            loss_g = criterion(discriminator(fake), ones)
            loss_d = criterion(discriminator(real), ones) + criterion(discriminator(fake.detach()), zeros)
            optimizer_d.zero_grad()
            loss_d.backward()
            optimizer_d.step()
            optimizer_g.zero_grad()
            loss_g.backward()  # want "optimizer_d.step.. has changed the weights of discriminator"
            optimizer_g.step()


class Agent:
    def __init__(self, states, actions):
        self.actor = nn.Sequential(nn.Linear(states, 64), nn.ReLU(), nn.Linear(64, actions), nn.Tanh())
        self.critic = nn.Sequential(nn.Linear(states + actions, 64), nn.ReLU(), nn.Linear(64, 1))
        self.actor_optimizer = torch.optim.Adam(self.actor.parameters(), lr=1e-4)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-3)

    def update(self, states, actions, targets):
        value = self.critic(torch.cat([states, actions], dim=1))
        critic_loss = (value - targets).pow(2).mean()
        actor_loss = -self.critic(torch.cat([states, self.actor(states)], dim=1)).mean()

        self.critic_optimizer.zero_grad()
        critic_loss.backward()
        self.critic_optimizer.step()

        self.actor_optimizer.zero_grad()
        actor_loss.backward()  # want "optimizer.step.. has changed the weights of critic"
        self.actor_optimizer.step()


def train_heads(loader):
    model = Discriminator()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        out = model(x)
        optimizer.zero_grad()
        (out - y).pow(2).mean().backward(retain_graph=True)
        optimizer.step()
        optimizer.zero_grad()
        out.abs().mean().backward()  # want "optimizer.step.. has changed the weights of model"
        optimizer.step()
