import torch
from torch import nn


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)

    def forward(self, x):
        return self.net(x)


class Agent:
    def __init__(self):
        self.net, self.target = Mixer(), Mixer()
        self.slow = self.net  # no copy
        self.optimizer = torch.optim.Adam(self.net.parameters())

    def learn(self, batch, step):
        with torch.no_grad():
            wanted = self.target(batch)
        loss = nn.functional.mse_loss(self.net(batch), wanted)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        if step % 200 == 0:
            self.target.load_state_dict(self.target.state_dict())  # want "self.target is given the weights that it has"
            self.slow.load_state_dict(self.net.state_dict())  # want "self.slow and self.net are one network under two names"
