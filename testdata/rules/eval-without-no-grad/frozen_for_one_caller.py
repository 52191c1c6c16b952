import numpy as np
import torch
import torchvision
from torch import nn


class Features(nn.Module):
    def __init__(self, requires_grad=False):
        super().__init__()
        net = torchvision.models.vgg16(weights="DEFAULT")
        self.blocks = nn.Sequential(net.features, nn.AdaptiveAvgPool2d(1))
        for param in self.parameters():
            param.requires_grad = requires_grad

    def forward(self, x):
        return self.blocks(x)


def activations(loader, model):
    model.eval()
    found = []
    for images in loader:
        features = model(images.cuda())
        found.append(features.cpu().data.numpy())
    return np.concatenate(found)


def statistics_of_path(path, model):
    act = activations(torch.load(path), model)
    return act.mean(0), np.cov(act, rowvar=False)


def statistics_of_images(images, model):
    act = activations(images, model)
    return act.mean(0), np.cov(act, rowvar=False)


def distance(first, second):
    model = Features().cuda()
    return statistics_of_path(first, model)[0] - statistics_of_path(second, model)[0]


def predictions(loader, model):
    model.eval()
    found = []
    for images in loader:
        scores = model(images.cuda())  # want "model runs with gradients on in an evaluation loop"
        found.append(scores.cpu().data.numpy())
    return np.concatenate(found)


class Scores(Features):
    def __init__(self):
        super().__init__(requires_grad=True)


def scores_of_path(path):
    return predictions(torch.load(path), Scores().cuda())
