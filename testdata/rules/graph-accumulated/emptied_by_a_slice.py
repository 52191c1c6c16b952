# A list that is emptied, whichever way, at the end of each episode holds the graphs of that one.
import gym
import torch
from torch import nn
from torch.distributions import Categorical

env = gym.make("CartPole-v1")


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.action = nn.Linear(4, 2)
        self.value = nn.Linear(4, 1)
        self.deleted, self.replaced, self.popped, self.kept = [], [], [], []

    def forward(self, x):
        return self.action(x).softmax(-1), self.value(x)


model = Policy()
optimizer = torch.optim.Adam(model.parameters(), lr=3e-2)


def select(state):
    probs, value = model(torch.Tensor(state))
    m = Categorical(probs)
    action = m.sample()
    model.deleted.append((m.log_prob(action), value))
    model.replaced.append((m.log_prob(action), value))
    model.popped.append((m.log_prob(action), value))
    model.kept.append((m.log_prob(action), value))  # want "keeps"
    return action.item()


def finish():
    policy = []
    for log_prob, value in model.deleted:
        policy.append(-log_prob * (1 - value.item()))
    optimizer.zero_grad()
    torch.stack(policy).sum().backward()
    optimizer.step()
    del model.deleted[:]
    model.replaced[:] = []
    while model.popped:
        model.popped.pop()
    while len(policy) > 100:
        model.kept.pop()


for episode in range(1000):
    state = env.reset()
    for t in range(700):
        state, reward, done, _ = env.step(select(state))
        if done:
            break
    finish()
