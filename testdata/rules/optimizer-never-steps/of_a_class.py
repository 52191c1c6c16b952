import torch
from torch import nn


class Pair:
    def __init__(self, loader):
        self.generator = nn.Linear(4, 8)
        self.critic = nn.Linear(8, 1)
        self.for_generator = torch.optim.Adam(self.generator.parameters())
        self.for_critic = torch.optim.Adam(self.critic.parameters())
        self.schedule = torch.optim.lr_scheduler.StepLR(self.for_critic, 10)  # also scheduler-never-steps
        self.loader = loader

    def run(self):
        for _ in range(3):
            for real in self.loader:
                fake = self.generator(torch.randn(len(real), 4))
                self.for_critic.zero_grad()  # want "for_critic is cleared in each step and never steps"
                (self.critic(fake.detach()).mean() - self.critic(real).mean()).backward()
                self.for_generator.zero_grad()
                (-self.critic(fake).mean()).backward()
                self.for_generator.step()
        torch.save(self.for_critic.state_dict(), "critic.pt")


# A method that nobody calls here steps it.
class Parted:
    def __init__(self, loader):
        self.generator = nn.Linear(4, 8)
        self.critic = nn.Linear(8, 1)
        self.mine = torch.optim.Adam(self.generator.parameters())
        self.theirs = torch.optim.Adam(self.critic.parameters())
        self.loader = loader

    def run(self):
        for real in self.loader:
            self.theirs.zero_grad()
            self.critic(real).mean().backward()
            self.mine.zero_grad()
            (-self.critic(self.generator(real)).mean()).backward()
            self.mine.step()

    def end(self):
        self.theirs.step()


# It stands in a list, too.
class Listed:
    def __init__(self, loader):
        self.generator = nn.Linear(4, 8)
        self.critic = nn.Linear(8, 1)
        self.first = torch.optim.Adam(self.generator.parameters())
        self.second = torch.optim.Adam(self.critic.parameters())
        self.all = [self.first, self.second]
        self.loader = loader

    def run(self):
        for real in self.loader:
            self.second.zero_grad()
            self.critic(real).mean().backward()
            self.first.zero_grad()
            (-self.critic(self.generator(real)).mean()).backward()
            self.first.step()

    def end(self):
        for optimizer in self.all:
            optimizer.step()
