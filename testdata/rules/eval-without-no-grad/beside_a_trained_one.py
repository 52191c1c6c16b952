# The value is only read, the reward beside it in the statement is trained: wrapping the statement would cut it off.
import torch
from torch import nn


class Rewards(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.reward = nn.Linear(width, 1)
        self.value = nn.Linear(width, 1)
        self.rewards = torch.optim.Adam(self.reward.parameters(), lr=0.1)
        self.values = torch.optim.Adam(self.value.parameters(), lr=0.1)

    def judge(self, state):
        return self.reward(state) + 0.9 * self.value(state).detach()  # want "value runs with gradients on, and only the values"

    def shown(self, state):
        return self.judge(state).detach()

    def fit(self, state):
        loss = self.value(state).pow(2).mean()
        self.values.zero_grad()
        loss.backward()
        self.values.step()
        loss = self.judge(state).pow(2).mean()
        self.rewards.zero_grad()
        loss.backward()
        self.rewards.step()
        return loss.item()


def main(states):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    rewards = Rewards(8).to(device)
    for state in states:
        print(rewards.fit(state.to(device)), rewards.shown(state.to(device)))
