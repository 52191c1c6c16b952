import torch
from pools import History, Pool
from torch import nn


class Trainer:
    def __init__(self, loader):
        self.generator, self.critic = nn.Linear(4, 4), nn.Linear(4, 1)
        self.optimizer = torch.optim.Adam(self.generator.parameters())
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters())
        self.loader = loader
        self.pool, self.history = Pool(), History()

    def train(self):
        for noise, real in self.loader:
            self.step(noise, real)

    def step(self, noise, real):
        self.optimizer.zero_grad()
        fake = self.generator(noise)
        self.critic(fake).mean().backward()
        self.optimizer.step()
        self.critic_optimizer.zero_grad()
        picked = self.pool.pick(fake)
        older = self.history.pick(fake)
        (self.critic(real) - self.critic(picked.detach()) - self.critic(older.detach())).mean().backward()
        self.critic_optimizer.step()


if __name__ == "__main__":
    Trainer(torch.load("batches.pt")).train()
