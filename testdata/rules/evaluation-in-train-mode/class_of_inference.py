# A class that loads its network when it is made, and runs it for whoever asks: nobody but the class can set the mode.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Dropout(0.5))
        self.out = nn.Linear(8, classes)

    def forward(self, x):
        return self.out(self.body(x).mean((2, 3)))


class Plain(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.out = nn.Linear(8, classes)

    def forward(self, x):
        return self.out(x)


class Recognizer:
    def __init__(self, path, names):
        self.net = Net(len(names))
        self.net.load_state_dict(torch.load(path, weights_only=True))
        self.names = names

    def read(self, pictures):
        found = []
        with torch.no_grad():
            for picture in pictures:
                scores = self.net(picture.unsqueeze(0))  # want "runs in training mode with the weights that it was given"
                found.append(self.names[scores.argmax(1).item()])
        return found


class OneAtATime:
    def __init__(self, path, names):
        self.net = Net(len(names))
        self.net.load_state_dict(torch.load(path, weights_only=True))
        self.names = names

    def read(self, picture):
        with torch.no_grad():
            return self.names[self.net(picture).argmax(1).item()]  # want "runs in training mode with the weights"


class Detached:
    def __init__(self, path):
        self.net = Net(4)
        self.net.load_state_dict(torch.load(path, weights_only=True))

    def scores(self, pictures):
        return [self.net(p).detach().softmax(1) for p in pictures]  # want "runs in training mode" # also eval-without-no-grad


class SetWhenMade:
    def __init__(self, path):
        self.net = Net(4)
        self.net.load_state_dict(torch.load(path, weights_only=True))
        self.net.eval()

    def read(self, pictures):
        with torch.no_grad():
            return [self.net(p).argmax(1).item() for p in pictures]


class SetInAChain:
    def __init__(self, path):
        net = Net(4)
        net.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
        self.net = net.to("cpu").eval()

    def read(self, pictures):
        with torch.no_grad():
            return [self.net(p).argmax(1).item() for p in pictures]


class SetByAnotherMethod:
    def __init__(self, path):
        self.net = Net(4)
        self.net.load_state_dict(torch.load(path, weights_only=True))

    def prepare(self):
        self.net.eval()

    def read(self, pictures):
        with torch.no_grad():
            return [self.net(p).argmax(1).item() for p in pictures]


class NothingAsksForTheMode:
    def __init__(self, path):
        self.net = Plain(4)
        self.net.load_state_dict(torch.load(path, weights_only=True))

    def read(self, rows):
        with torch.no_grad():
            return [self.net(r).argmax(1).item() for r in rows]


class HowSure:  # dropout is what it asks for
    def __init__(self, path):
        self.net = Net(4)
        self.net.load_state_dict(torch.load(path, weights_only=True))

    def mc_samples(self, picture, n):
        with torch.no_grad():
            return torch.stack([self.net(picture).softmax(1) for _ in range(n)]).std(0)


class HandsItOn:  # whoever gets the scores may train with them
    def __init__(self, path):
        self.net = Net(4)
        self.net.load_state_dict(torch.load(path, weights_only=True))

    def scores(self, pictures):
        return [self.net(p) for p in pictures]


class Target:  # in the mode of what it copies
    def __init__(self, online):
        self.net = Net(4)
        self.net.load_state_dict(online.state_dict())

    def best(self, picture):
        with torch.no_grad():
            return self.net(picture).max(1).values
