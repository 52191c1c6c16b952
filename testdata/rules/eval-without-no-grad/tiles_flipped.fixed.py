import torch
from torch import from_numpy
from torch.nn import Linear, Module
from torch.nn.functional import relu
from torch.optim import Adam


class Values(Module):
    def __init__(self):
        super().__init__()
        self.hidden, self.out = Linear(8, 64), Linear(64, 1)

    def forward(self, x):
        return self.out(relu(self.hidden(x)))


class Player:
    def __init__(self, env):
        self.env = env
        self.values = Values()
        self.optimizer = Adam(self.values.parameters(), lr=1e-3)

    # Two passes over each position: the loop belongs under no_grad, not each of them.
    def best(self, positions, mirrored):
        found = []
        with torch.no_grad():
            for position in positions:
                x = from_numpy(position).float()
                value = self.values(x)  # want "values runs with gradients on, and only the values"
                if mirrored:
                    other = self.values(x.flip(-1))
                    value = 0.5 * (value + other)
                found.append(value.item())
        return max(found)

    # One pass in a lap: its statement alone.
    def first(self, positions):
        for position in positions:
            with torch.no_grad():
                value = self.values(from_numpy(position).float())  # want "values runs with gradients on, and only the values"
            if value.item() > 0:
                return position
        return None

    def learn(self, positions, outcomes):
        for position, outcome in zip(positions, outcomes):
            self.optimizer.zero_grad()
            (self.values(position) - outcome).square().mean().backward()
            self.optimizer.step()


def play(env, games):
    player = Player(env)
    for _ in range(games):
        positions = env.positions()
        print(player.best(positions, mirrored=True), player.first(positions))
        player.learn(*env.played())
