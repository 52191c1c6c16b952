import torch
from torch import nn


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x.cuda()), y.cuda()).backward()
        optimizer.step()


def pretrained(model, loader):
    weights = torch.load("resnet_of_somebody.pth")  # want note "on the GPU if it was saved from there"
    model.load_state_dict(weights, strict=False)
    del weights
    train(model.cuda(), loader)


def resumed(model, loader):
    state = torch.load("last.pth")  # want "on the GPU if it was saved from there"
    model.load_state_dict(state["model"])
    del state
    train(model.cuda(), loader)


def from_the_gpu(model, loader):
    weights = torch.load("resnet_of_somebody.pth", map_location="cuda")  # want "what it holds on the GPU"
    model.load_state_dict(weights, strict=False)
    del weights
    train(model.cuda(), loader)


def to_the_cpu(model, loader):
    weights = torch.load("resnet_of_somebody.pth", map_location="cpu")
    model.load_state_dict(weights, strict=False)
    train(model.cuda(), loader)
