import torch
import torchvision
from torch import nn
from torchvision.models.detection.faster_rcnn import FastRCNNPredictor

from data import loader


class Head(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.out = nn.Linear(width, classes)

    def forward(self, x):
        return self.out(self.norm(x))


class Wrapped(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x).relu()


def classifier():
    model = torchvision.models.resnet18(weights="DEFAULT")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.fc = Head(512, 10)  # want "is replaced after the optimizer"
    return model, optimizer


def detector():
    model = torchvision.models.detection.fasterrcnn_resnet50_fpn(weights="DEFAULT")
    optimizer = torch.optim.SGD([p for p in model.parameters() if p.requires_grad], lr=0.1)
    model.roi_heads.box_predictor = FastRCNNPredictor(1024, 2)  # want "is replaced after the optimizer"
    return model, optimizer


def wrapped():
    model = torchvision.models.resnet18(weights="DEFAULT")
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.fc = Wrapped(model.fc)  # the same parameters
    return model, optimizer


def made_before():
    model = torchvision.models.resnet18(weights="DEFAULT")
    model.fc = Head(512, 10)
    return model, torch.optim.SGD(model.parameters(), lr=0.1)


for make in (classifier, detector, wrapped, made_before):
    net, stepper = make()
    for x, y in loader:
        stepper.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        stepper.step()
