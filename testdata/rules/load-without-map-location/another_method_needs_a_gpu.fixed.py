import torch
import torch.nn as nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Agent:
    def __init__(self):
        self.net = nn.Linear(4, 2).to(device)

    def learn(self, states):
        targets = torch.zeros(len(states)).cuda()
        return (self.net(states.to(device)).mean(1) - targets).pow(2).mean()

    def save(self):
        torch.save(self.net.state_dict(), "agent.pt")

    def load(self):
        self.net.load_state_dict(torch.load("agent.pt"))


class Careful:
    def __init__(self):
        self.net = nn.Linear(4, 2).to(device)

    def learn(self, states):
        targets = torch.zeros(len(states))
        if torch.cuda.is_available():
            targets = targets.cuda()
        return (self.net(states.to(device)).mean(1) - targets).pow(2).mean()

    def save(self):
        torch.save(self.net.state_dict(), "agent.pt")

    def load(self):
        self.net.load_state_dict(torch.load("agent.pt", map_location="cpu"))  # want note "what was saved from a GPU goes back to one"
