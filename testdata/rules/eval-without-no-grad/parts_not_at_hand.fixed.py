# A model whose layers are built out of sight: by a helper of another package, or layer by layer.
import torch
from builders import backbone, build_layers
from torch import nn


class Retrieval(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.encoder = backbone(name)

    def forward(self, x):
        x = self.encoder.conv1(x)
        return x.view(x.shape[0], -1)


class Detector(nn.Module):
    def __init__(self, path):
        super().__init__()
        self.defs, self.module_list = build_layers(path)

    def forward(self, x):
        outs = []
        for kind, module in zip(self.defs, self.module_list):
            if kind != "route":
                x = module(x)
            outs.append(x)
        return torch.cat(outs, 1)


class Postprocess(nn.Module):
    def __init__(self, steps):
        super().__init__()
        self.steps = steps

    def forward(self, x):
        for step in self.steps:
            x = step(x)
        return x


def retrieve(name, loader):
    model = Retrieval(name)
    model.eval()
    with torch.no_grad():
        for images, _ in loader:
            features = model(images)  # want "model runs with gradients on in an evaluation loop"
            print(features.shape)


def detect(path, loader):
    model = Detector(path)
    model.eval()
    with torch.no_grad():
        for images, _ in loader:
            boxes = model(images)  # want "model runs with gradients on in an evaluation loop"
            print(boxes.shape)


def clean(loader):
    post = Postprocess([])
    post.eval()
    for images, _ in loader:
        print(post(images).shape)
