import torch
from torch import nn


class Trainer:
    def __init__(self, loader):
        self.models = {"encoder": nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 4))}
        self.models["critic"] = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
        self.ours, self.theirs = [], []
        for key in self.models.keys():
            if key == "critic":
                self.theirs += list(self.models[key].parameters())
            else:
                self.ours += list(self.models[key].parameters())
        self.optimizer = torch.optim.Adam(self.ours, lr=1e-4)
        self.critic_optimizer = torch.optim.Adam(self.theirs, lr=1e-4)
        self.loader = loader

    def train(self):
        for x, y in self.loader:
            made = self.models["encoder"](x)
            fake, real = self.models["critic"](made), self.models["critic"](y)
            self.optimizer.zero_grad()
            (-fake.mean()).backward(retain_graph=True)
            self.optimizer.step()
            self.critic_optimizer.zero_grad()
            (fake.mean() - real.mean()).backward()  # want "has changed the weights of"
            self.critic_optimizer.step()


# What is picked one by one need not hold the weights that the pass needs.
class Picked:
    def __init__(self, loader):
        self.encoder = nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 4))
        self.critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
        chosen = []
        for p in self.encoder.parameters():
            if p.dim() < 2:
                chosen.append(p)
        self.optimizer = torch.optim.Adam(chosen, lr=1e-4)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=1e-4)
        self.loader = loader

    def train(self):
        for x, y in self.loader:
            made = self.encoder(x)
            fake, real = self.critic(made), self.critic(y)
            self.optimizer.zero_grad()
            (-fake.mean()).backward(retain_graph=True)
            self.optimizer.step()
            self.critic_optimizer.zero_grad()
            (fake.mean() - real.mean()).backward()
            self.critic_optimizer.step()
