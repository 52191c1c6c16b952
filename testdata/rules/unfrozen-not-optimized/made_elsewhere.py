import torch
from torch import nn

from elsewhere import build_network, build_optimizer, train_one_epoch


def rebuilt(model):
    model.backbone.requires_grad_(False)
    optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
    train_one_epoch(model, optimizer)
    model.backbone.requires_grad_(True)
    optimizer = build_optimizer(model)
    train_one_epoch(model, optimizer)


def handed_on(model):
    model.backbone.requires_grad_(False)
    optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
    train_one_epoch(model, optimizer)
    model.backbone.requires_grad_(True)  # want "unfrozen after the optimizer at line 18 was built without it"
    train_one_epoch(model, optimizer)


class Trainer:
    def run(self, model):
        model.backbone.requires_grad_(False)
        optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
        train_one_epoch(model, optimizer)
        model.backbone.requires_grad_(True)
        optimizer = self.make_optimizer()
        train_one_epoch(model, optimizer)


def each_its_own(loader):
    model = build_network()
    model.body.requires_grad_(False)
    below = torch.optim.SGD(model.body.parameters(), lr=0.01)
    above = torch.optim.SGD(model.head.parameters(), lr=0.1)
    for epoch in range(3):
        if epoch == 1:
            model.body.requires_grad_(True)
        for x, y in loader:
            below.zero_grad()
            above.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            below.step()
            above.step()
