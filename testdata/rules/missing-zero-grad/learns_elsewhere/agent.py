import torch
from torch import nn


class Agent:
    def __init__(self):
        self.net = nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def learn(self, batch):
        state, action, wanted = batch
        loss = nn.functional.mse_loss(self.net(state).gather(1, action), wanted)
        loss.backward()  # want "nothing in this step clears the gradients"
        self.optimizer.step()


class Clean:
    def __init__(self):
        self.net = nn.Linear(4, 2)
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def update_model(self, batch):
        state, action, wanted = batch
        loss = nn.functional.mse_loss(self.net(state).gather(1, action), wanted)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
