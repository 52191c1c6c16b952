# Values that are detached before they meet the graph of another pass; actions of a network's own method, wherever they are kept.
import random

import gym
import numpy as np
import torch
from buffers import Memory
from torch import nn


class Values(nn.Module):
    def __init__(self, width, actions):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, 64), nn.ReLU())
        self.last = nn.Linear(64, actions)
        self.actions = actions

    def forward(self, x):
        return self.last(self.body(x))

    def act(self, state, epsilon):
        if random.random() > epsilon:
            state = torch.FloatTensor(np.float32(state)).unsqueeze(0)
            with torch.no_grad():
                return self.forward(state).max(1)[1].data[0]  # want "only the values of what it gives are read"
        return random.randrange(self.actions)


def step(values, target, optimizer, state, action, reward, following, gamma):
    with torch.no_grad():
        wanted = target(following)  # want "only the values of what it gives are read"
    wanted = reward + gamma * wanted.max(1)[0]
    loss = (values(state).gather(1, action).squeeze(1) - wanted.detach()).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def step_through_both(values, target, optimizer, state, following):
    loss = (values(state) - target(following)).pow(2).mean()  # the residual is differentiated through both
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def play(environment, memory):
    values, target = Values(4, 2), Values(4, 2)
    target.load_state_dict(values.state_dict())
    optimizer = torch.optim.Adam(values.parameters())
    state = environment.reset()
    for i in range(10000):
        action = values.act(state, 0.1)
        following, reward, done, _ = environment.step(action)
        memory.push(state, action, reward, following, done)
        state = environment.reset() if done else following
        state_, action_, reward_, following_ = memory.sample(32)
        step(values, target, optimizer, state_, action_, reward_, following_, 0.99)


if __name__ == "__main__":
    play(gym.make("CartPole-v1"), Memory())
