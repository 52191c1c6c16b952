import torch
import torchvision
from torch import nn


def with_probabilities(loader):
    model = torchvision.models.vgg16()
    model.classifier = nn.Sequential(nn.Linear(25088, 512), nn.ReLU(), nn.Linear(512, 10), nn.Softmax(dim=1))
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        criterion(model(x), y).backward()  # want "softmax"
        optimizer.step()


def with_logits(loader):
    model = torchvision.models.resnet18()
    model.fc = nn.Linear(512, 10)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        criterion(model(x), y).backward()
        optimizer.step()
