import torch
import torchvision
from torch import nn


def build(name):
    resnet = torchvision.models.__dict__[name](weights=None)
    resnet.conv1.weight.requires_grad_(False)
    resnet.bn1.bias.requires_grad_(False)
    return Features(resnet)


class Features(nn.Sequential):
    def __init__(self, resnet):
        super().__init__(resnet.conv1, resnet.bn1, resnet.layer1)


class Search(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.backbone = build(name)
        self.head = nn.Linear(512, 10)

    def forward(self, image):
        return self.head(self.backbone(image))


@torch.no_grad()
def evaluate(paths):
    model = Search("resnet18")
    model.eval()
    for path in paths:
        print(path, model(load(path)).argmax())  # want "model runs with gradients on in an evaluation loop"


def evaluate_frozen(paths):
    model = Search("resnet18")
    model.eval()
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    for path in paths:
        print(path, model(load(path)).argmax())
