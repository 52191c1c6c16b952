import torch
import torchvision
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.body(x))


def train(model, optimizer, loader):
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def build():
    model = torchvision.models.resnet34(weights="IMAGENET1K_V1")
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    model.fc = nn.Linear(model.fc.in_features, 7)  # want "model.fc is replaced after the optimizer at line 26 took the parameters of the old one"
    return model, optimizer


def fine_tune(loader):
    model, optimizer = build()
    train(model, optimizer, loader)


def own(loader):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.head = nn.Sequential(nn.Dropout(0.1), nn.Linear(8, 5))  # want "model.head is replaced"
    train(model, optimizer, loader)


def numbered(loader):
    model = torchvision.models.vgg16(weights="IMAGENET1K_V1")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.classifier[6] = nn.Linear(4096, 5)  # want "is replaced after the optimizer at line 45"
    train(model, optimizer, loader)


def one_after_another(loader):
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model[2] = nn.Linear(8, 5)  # want "model.2. is replaced"
    train(model, optimizer, loader)


class Trainer:
    def __init__(self, classes):
        self.model = Net()
        self.optimizer = torch.optim.AdamW(self.model.parameters())
        self.model.head = nn.Linear(8, classes)  # want "self.model.head is replaced"

    def fit(self, loader):
        for x, y in loader:
            loss = nn.functional.cross_entropy(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


def main(loader):
    fine_tune(loader)
    own(loader)
    numbered(loader)
    one_after_another(loader)
    Trainer(3).fit(loader)
