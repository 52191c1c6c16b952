import torch


def load(name):
    return torch.hub.load("pytorch/vision", name)
