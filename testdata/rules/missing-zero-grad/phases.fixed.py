# One loop for both phases, the validation last; functions that are given the optimizer and do nothing to gradients.
import torch
from apex import amp
from torch.nn import functional as F


def attack(model, x):
    x = x.clone().requires_grad_(True)
    model(x).sum().backward()  # want "nothing in this loop clears the gradients"
    return x + x.grad.sign()


def phases(model, loaders, args):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(args.epochs):
        for phase in ["train", "val"]:
            for x, y in loaders[phase]:
                loss = F.cross_entropy(model(attack(model, x)), y)
                if phase == "train":
                    loss.backward()
                    optimizer.step()


def scaled(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model, optimizer = amp.initialize(model, optimizer, opt_level="O1")
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        with amp.scale_loss(loss, optimizer) as scaled_loss:
            optimizer.zero_grad()
            scaled_loss.backward()  # want "nothing in this loop clears the gradients"
        optimizer.step()


def handed(model, loader, helper):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        helper.begin(optimizer)
        loss.backward()
        optimizer.step()
