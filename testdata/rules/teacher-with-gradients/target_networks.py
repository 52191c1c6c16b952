import copy

import torch
import torch.nn.functional as F
from torch import nn


class Critic(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.layers = nn.ModuleList()
        for i, width in enumerate(widths[1:]):
            self.layers.append(nn.Linear(widths[i], width))

    def forward(self, x):
        for layer in self.layers:
            x = torch.relu(layer(x))
        return x


class Learner:
    def __init__(self, widths):
        self.critic = Critic(widths)
        self.target = copy.deepcopy(self.critic)
        self.optimizer = torch.optim.Adam(self.critic.parameters())

    def follow(self, rate):
        for slow, fast in zip(self.target.parameters(), self.critic.parameters()):
            slow.data.copy_((1 - rate) * slow.data + rate * fast.data)

    def update(self, states, actions, rewards, later):
        best = self.target(torch.from_numpy(later)).max(1)[0]  # want "self.target runs with gradients on"
        value = self.critic(torch.from_numpy(states)).gather(1, actions).squeeze(1)
        loss = F.mse_loss(value, rewards + 0.9 * best)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.follow(0.01)


class FrozenInTheConstructor:
    def __init__(self, widths):
        self.critic = Critic(widths)
        self.target = copy.deepcopy(self.critic)
        for fast, slow in zip(self.critic.parameters(), self.target.parameters()):
            slow.data.copy_(fast.data)
            slow.requires_grad = False
        self.optimizer = torch.optim.Adam(self.critic.parameters())

    def update(self, states, actions, rewards, later):
        best = self.target(torch.from_numpy(later)).max(1)[0]
        value = self.critic(torch.from_numpy(states)).gather(1, actions).squeeze(1)
        loss = F.mse_loss(value, rewards + 0.9 * best)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


class FrozenAsAWhole:
    def __init__(self, widths):
        self.critic = Critic(widths)
        self.target = Critic(widths).requires_grad_(False)
        self.optimizer = torch.optim.Adam(self.critic.parameters())

    def update(self, states, rewards, later):
        best = self.target(torch.from_numpy(later)).max(1)[0]
        loss = F.mse_loss(self.critic(torch.from_numpy(states)).max(1)[0], rewards + 0.9 * best)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
