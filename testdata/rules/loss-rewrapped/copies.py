import numpy as np
import torch
from torch.autograd import Variable


def from_numbers(model, loader, criterion):
    for x, y in loader:
        loss = criterion(model(x), y)
        again = torch.tensor(loss.item(), requires_grad=True)  # want "new leaf"
        again.backward()


def through_a_list(model, loader, criterion):
    for x, y in loader:
        losses = [criterion(model(x), y), criterion(model(x + 1), y)]
        total = torch.tensor(losses, requires_grad=True).sum()  # want "new leaf"
        total.backward()


def through_detach(model, loader, criterion):
    for x, y in loader:
        loss = criterion(model(x), y)
        total = loss.detach().requires_grad_(True)  # want "new leaf"
        total.backward()


def a_variable_of_old(model, loader, criterion):
    for x, y in loader:
        loss = criterion(model(x), y)
        total = Variable(loss.data, requires_grad=True)  # want "new leaf"
        total.backward()


def an_input_is_meant(model, loader, criterion):
    for x, y in loader:
        x = torch.tensor(x, requires_grad=True)
        loss = criterion(model(x), y)
        loss.backward()
        use(x.grad)


def its_gradient_is_read(model, loader, criterion):
    for x, y in loader:
        features = model(x)
        cut = features.detach().requires_grad_(True)
        loss = criterion(cut, y)
        loss.backward()
        features.backward(cut.grad)


def of_plain_numbers(model, loader):
    for x in loader:
        weight = torch.tensor(0.5, requires_grad=True)
        loss = (model(x) * weight).mean()
        loss.backward()


def no_gradient_wanted(model, loader, criterion):
    for x, y in loader:
        loss = criterion(model(x), y)
        shown = torch.tensor(loss.item())
        print(shown)
        loss.backward()
