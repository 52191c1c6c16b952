# Each epoch freezes the norms, and then begins its training with train().
import torch
from torch import nn
from torchvision import models


def freeze_norms(net):
    for m in net.modules():
        if isinstance(m, nn.BatchNorm2d):
            m.eval()


def train_epoch(net, loader, optimizer):
    net.train()  # want "put into evaluation mode just before"
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()


def train_still(net, loader, optimizer):
    net.train()
    freeze_norms(net)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(x), y).backward()
        optimizer.step()


def main(loader, epochs, frozen_epochs):
    net = models.resnet18()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(epochs):
        if epoch < frozen_epochs:
            freeze_norms(net)
        train_epoch(net, loader, optimizer)


def other(loader, epochs):
    net = models.resnet18()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for epoch in range(epochs):
        freeze_norms(net)
        train_still(net, loader, optimizer)
