# Saved weights, and one picture at a time: no loop, and the mode matters all the same.
import copy

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader
from torchvision.utils import save_image


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU())
        self.out = nn.Linear(8, classes)

    def forward(self, x):
        return self.out(self.features(x).mean((2, 3)))


class Plain(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.out = nn.Linear(8, classes)

    def forward(self, x):
        return self.out(x)


def classify(path, picture, names):
    net = Net(len(names))
    net.load_state_dict(torch.load(path, weights_only=True))
    with torch.no_grad():
        return names[net(picture).argmax(1).item()]  # want "net runs in training mode with the weights that it was given"


def classify_recorded(path, picture, names):
    net = Net(len(names))
    net.load_state_dict(torch.load(path, weights_only=True))
    return names[net(picture).argmax(1).item()]  # want "net runs in training mode" # also eval-without-no-grad


def draw(path):
    net = Net(4)
    net.load_state_dict(torch.load(path, weights_only=True))
    with torch.no_grad():
        save_image(net(torch.randn(1, 3, 8, 8)), "one.png")  # want "net runs in training mode"


def classify_in_eval_mode(path, picture, names):
    net = Net(len(names))
    net.load_state_dict(torch.load(path, weights_only=True))
    net.eval()
    with torch.no_grad():
        return names[net(picture).argmax(1).item()]


# Nothing of it asks for the mode.
def plain(path, row):
    net = Plain(4)
    net.load_state_dict(torch.load(path, weights_only=True))
    with torch.no_grad():
        return net(row).argmax(1).item()


# A network that goes on being trained is looked at before.
def resumed(path, loader, optimizer_of):
    net = Net(4)
    net.load_state_dict(torch.load(path, weights_only=True))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    x, y = next(iter(loader))
    with torch.no_grad():
        print(F.cross_entropy(net(x), y).item())
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()


# The weights are another network's, in the mode of which it runs.
def target(online, x):
    net = Net(4)
    net.load_state_dict(online.state_dict())
    with torch.no_grad():
        return net(x).max(1).values


# Whoever gets what it gives may train it.
def handed_on(path, x):
    net = Net(4)
    net.load_state_dict(torch.load(path, weights_only=True))
    return net(x)


def between_steps(train_set, test_set, epochs):
    loader = DataLoader(train_set, batch_size=8, shuffle=True)
    test_loader = DataLoader(test_set, batch_size=8)
    net = Net(4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
        if i % 10 == 0:
            x, y = next(iter(test_loader))
            with torch.no_grad():
                print((net(x).argmax(1) == y).float().mean().item())  # want "net is evaluated in training mode"


# On the data that it is trained on, the figures are those of the training.
def between_steps_of_training(train_set, epochs):
    loader = DataLoader(train_set, batch_size=8, shuffle=True)
    net = Net(4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
        if i % 10 == 0:
            x, y = next(iter(loader))
            with torch.no_grad():
                print((net(x).argmax(1) == y).float().mean().item())


# Held-out data that it learns from, as a network that adapts does.
def learns_from_it(train_set, test_set):
    loader = DataLoader(train_set, batch_size=8, shuffle=True)
    test_batches = iter(DataLoader(test_set, batch_size=8))
    net = Net(4)
    teacher = copy.deepcopy(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        u, _ = next(test_batches)
        loss = F.cross_entropy(net(x), y) + F.mse_loss(net(u), teacher(u).detach())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
