import torch
from environment import episodes


# What is collected is differentiated at the end of the episode, and cleared behind that: detached, nothing would be learned.
class Reinforce:
    def __init__(self):
        self.policy = torch.nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.policy.parameters())
        self.chosen = []

    def play(self, states):
        for state in states:
            p = self.policy(state).softmax(-1)
            self.chosen.append(p[torch.multinomial(p, 1).item()].log())

    def learn(self, reward):
        loss = -(torch.stack(self.chosen) * reward).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.chosen.clear()


# The same where only a number is made of it, which nobody clears.
class Watched:
    def __init__(self):
        self.policy = torch.nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.policy.parameters())
        self.seen = []

    def learn(self, states, reward):
        for state in states:
            p = self.policy(state).softmax(-1)
            loss = -(p.log() * reward).sum()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.seen.append(p.max().detach())  # want "self.seen keeps"
        print(torch.stack(self.seen).mean().item())


agent, watched = Reinforce(), Watched()
for states, reward in episodes():
    agent.play(states)
    agent.learn(reward)
    watched.learn(states, reward)
