import random

import torch
import torch.nn.functional as F
from torch import nn

from game import Env


class Q(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        return self.head(x)


class Agent:
    def __init__(self):
        self.net, self.target = Q(), Q()
        self.target.load_state_dict(self.net.state_dict())
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-3)
        self.memory = []

    def loss(self):
        state, action, reward, after = (torch.tensor(x).float() for x in zip(*random.sample(self.memory, 64)))
        value = self.net(state).gather(1, action.long().unsqueeze(1)).squeeze(1)
        best = self.target(after).max(1)[0]  # want "self.target runs with gradients on"
        return F.smooth_l1_loss(value, reward + 0.99 * best)

    def learn(self):
        loss = self.loss()
        self.optimizer.zero_grad()
        loss.backward()
        for parameter in self.net.parameters():
            if parameter.grad is not None:
                parameter.grad.data.clamp_(-1, 1)
        self.optimizer.step()


def play():
    agent, env = Agent(), Env()
    for _ in range(1000):
        agent.memory.append(env.step())
        agent.learn()


play()
