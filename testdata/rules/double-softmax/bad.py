import torch
import torch.nn as nn
import torch.nn.functional as F


def inline(model, x, y):
    criterion = nn.CrossEntropyLoss()
    loss = criterion(F.softmax(model(x), dim=1), y)  # want "CrossEntropyLoss applies softmax itself"
    loss = loss + F.cross_entropy(model(x).softmax(-1), y)  # want "applies softmax itself"
    return loss + nn.CrossEntropyLoss()(torch.softmax(model(x), 1), y)  # want "applies softmax itself"


def named(model, x, y):
    probabilities = F.softmax(model(x), dim=-1)
    probabilities = probabilities.view(-1, 10)
    return F.cross_entropy(probabilities, y)  # want "has been through one \(line 14\)"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        x = self.fc(x)
        return F.softmax(x, dim=1)


def from_a_model(loader):
    net = Net().cuda()
    criterion = nn.CrossEntropyLoss()
    for x, y in loader:
        outputs = net(x)
        loss = criterion(outputs, y)  # want "has been through one \(line 26\)"
        loss.backward()


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 3), nn.Softmax(dim=1))
        self.criterion = nn.CrossEntropyLoss()

    def loss(self, x, y):
        return self.criterion(self.net(x), y)  # want "applies softmax itself"


class Step(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        return torch.softmax(self.fc(x), dim=-1)

    def training_step(self, batch):
        x, y = batch
        return F.cross_entropy(self(x), y) + F.cross_entropy(self.forward(x), y)  # want "applies softmax itself" "applies softmax itself"
