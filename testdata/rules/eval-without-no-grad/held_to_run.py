import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(9, 32)
        self.policy = nn.Linear(32, 9)
        self.value = nn.Linear(32, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.policy(h).softmax(-1), self.value(h)


class Player:
    """Asks a network for moves; others train it."""

    def __init__(self):
        self._network = Net()
        self._network = self._network.double()

    def predict(self, state):
        chances, value = self._network.forward(state.tensor())  # want "only the values of what it gives are read"
        chances = chances[0]
        for cell in state.taken():
            chances[cell] = 0
        chances = chances / sum(chances)
        return [(cell, chances[cell].item()) for cell in state.free()], value[0].item()


class Quiet:
    def __init__(self):
        self._network = Net()

    def predict(self, state):
        with torch.no_grad():
            chances, value = self._network.forward(state.tensor())
        return chances[0].argmax().item(), value[0].item()


class Learner:
    def __init__(self):
        self._network = Net()

    def loss(self, state, result):
        chances, value = self._network.forward(state.tensor())
        print(value.item())
        return (value - result).pow(2).mean()


class Frozen:
    def __init__(self):
        self._network = Net()
        for p in self._network.parameters():
            p.requires_grad = False

    def predict(self, state):
        chances, value = self._network.forward(state.tensor())
        return chances[0].argmax().item(), value[0].item()


def tried_out():
    net = Net()
    chances, value = net.forward(torch.zeros(1, 9))
    print(chances.argmax().item(), value.item())
