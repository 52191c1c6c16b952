# A sigmoid in front of a cross entropy over classes, and in front of what wants it.
import torch
import torch.nn.functional as F
from torch import nn


class Segmenter(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.last = nn.Conv2d(3, classes, 1)
        self.squash = nn.Sigmoid()

    def forward(self, image):
        return self.squash(self.last(image))


def train(loader):
    model, criterion = Segmenter(5), nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters())
    for image, mask in loader:
        optimizer.zero_grad()
        criterion(model(image), mask).backward()  # want "its input has been through a sigmoid"
        optimizer.step()


def classify(net, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        logits = net(x)
        F.cross_entropy(torch.sigmoid(logits), y).backward()  # want "none gets more than e"
        optimizer.step()


def gated(net, gate, loader, optimizer):
    for x, y, many in loader:
        optimizer.zero_grad()
        logits = net(x) * torch.sigmoid(gate(x))  # a gate, no probability
        loss = F.cross_entropy(logits, y) + F.binary_cross_entropy(torch.sigmoid(logits), many)
        loss = loss + F.cross_entropy(10 * torch.sigmoid(logits), y)  # who scales it has thought of that
        loss.backward()
        optimizer.step()
