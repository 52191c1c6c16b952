import torch
from torch import nn
from torch.nn import functional as F


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3072, width), nn.BatchNorm1d(width), nn.ReLU())
        self.head = nn.Linear(width, 10)

    def forward(self, x):
        return self.head(self.body(x))


class Distiller(nn.Module):
    def __init__(self, student, teacher):
        super().__init__()
        self.student, self.teacher = student, teacher.requires_grad_(False)

    def forward(self, x, y):
        with torch.no_grad():
            soft = F.softmax(self.teacher(x), dim=1)  # want "self.teacher was given its weights, and is asked in training mode"
        return F.cross_entropy(self.student(x), y) + F.cross_entropy(self.student(x), soft)


class Careful(nn.Module):
    def __init__(self, student, teacher):
        super().__init__()
        self.student, self.teacher = student, teacher.requires_grad_(False)

    def train(self, mode=True):
        super().train(mode)
        self.teacher.eval()
        return self

    def forward(self, x, y):
        with torch.no_grad():
            soft = F.softmax(self.teacher(x), dim=1)
        return F.cross_entropy(self.student(x), y) + F.cross_entropy(self.student(x), soft)


class Features(nn.Module):
    """A part of one network, which its owner adapts as a whole."""

    def __init__(self):
        super().__init__()
        self.stem, self.head = Net(64), nn.Linear(10, 10)
        self.stem.load_state_dict(torch.load("stem.pt", map_location="cpu"))

    def forward(self, x, y):
        with torch.no_grad():
            h = self.stem(x)
        return F.cross_entropy(self.head(h), y)


def main(whole, trained, batches):
    optimizer = torch.optim.SGD(trained.parameters(), lr=0.1)
    for epoch in range(10):
        whole.train()
        for x, y in batches:
            optimizer.zero_grad()
            whole(x, y).backward()
            optimizer.step()


def loaded():
    teacher = Net(1024)
    teacher.load_state_dict(torch.load("teacher.pt", map_location="cpu"))
    return teacher


def distil(batches):
    distiller = Distiller(Net(64), loaded())
    main(distiller, distiller.student, batches)


def distil_with_care(batches):
    distiller = Careful(Net(64), loaded())
    main(distiller, distiller.student, batches)


def probe(batches):
    features = Features()
    main(features, features.head, batches)
