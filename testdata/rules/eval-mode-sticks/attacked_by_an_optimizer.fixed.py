import torch
from torch import nn
from torch.autograd import Variable
from torch.nn import functional as F

import networks


def perturb(model, x):
    """An optimizer of the perturbation alone steps while the model is in evaluation mode."""
    model.eval()
    delta = Variable(0.001 * torch.randn(x.shape), requires_grad=True)
    attack = torch.optim.SGD([delta], lr=0.1)
    for _ in range(10):
        attack.zero_grad()
        (-F.kl_div(model(x + delta).log_softmax(1), model(x).softmax(1), reduction="sum")).backward()
        attack.step()
    return (x + delta).detach()


def train(model, loader, optimizer):
    for x, y in loader:
        x = perturb(model, x)
        model.train()
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def train_without(model, loader, optimizer):
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def test(model, loader):
    model.eval()
    with torch.no_grad():
        print(sum(F.cross_entropy(model(x), y).item() for x, y in loader))


def held_out(model, loader):
    model.eval()  # want "model.eval\(\) stays in force for the rest of the training: where it has dropout"
    with torch.no_grad():
        print(sum(F.cross_entropy(model(x), y).item() for x, y in loader))


def main(loader, valid_loader, kind):
    model = nn.DataParallel(getattr(networks, kind)(classes=10)).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        train(model, loader, optimizer)
        test(model, valid_loader)


def main_without(loader, valid_loader, kind):
    model = nn.DataParallel(getattr(networks, kind)(classes=10)).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        model.train()
        train_without(model, loader, optimizer)
        held_out(model, valid_loader)
