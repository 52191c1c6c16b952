import random
from collections import deque

import torch
from torch import nn


class Memory:
    def __init__(self, size=50_000):
        self.transitions = deque(maxlen=size)

    def push(self, *transition):
        self.transitions.append(transition)  # want "up to as many as it holds"

    def sample(self, n):
        return zip(*random.sample(self.transitions, n))


class Agent:
    def __init__(self):
        self.encoder, self.values = nn.Linear(8, 64), nn.Linear(64, 4)
        self.optimizer = torch.optim.Adam([*self.encoder.parameters(), *self.values.parameters()])
        self.losses = deque(maxlen=5000)

    def encode(self, state):
        return torch.relu(self.encoder(torch.as_tensor(state)))

    def learn(self, memory):
        features, actions, rewards = memory.sample(32)
        features = torch.stack(features).detach()
        chosen = self.values(features).gather(1, torch.tensor(actions)[:, None])[:, 0]
        loss = (chosen - torch.tensor(rewards)).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss)  # the last few thousand, of which the tensors are free


def main(env):
    agent, memory = Agent(), Memory()
    state = env.reset()
    for step in range(1_000_000):
        features = agent.encode(state)
        action = random.randrange(4)
        state, reward, done, _ = env.step(action)
        memory.push(features, action, reward)
        if step > 1000:
            agent.learn(memory)


def detached(env):
    agent, memory = Agent(), Recent()
    state = env.reset()
    for step in range(1_000_000):
        features = agent.encode(state).detach()
        action = random.randrange(4)
        state, reward, done, _ = env.step(action)
        memory.push(features, action, reward)
        if step > 1000:
            agent.learn(memory)


class Recent:
    def __init__(self):
        self.transitions = deque(maxlen=64)

    def push(self, *transition):
        self.transitions.append(transition)

    def sample(self, n):
        return zip(*random.sample(self.transitions, n))


def recent(env):
    agent, memory = Agent(), Recent()
    state = env.reset()
    for step in range(1_000_000):
        features = agent.encode(state)
        action = random.randrange(4)
        state, reward, done, _ = env.step(action)
        memory.push(features, action, reward)
        if step > 1000:
            agent.learn(memory)
