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


def of_what_nobody_can_tell(agent, environment, optimizer):
    """No graph is seen behind the number: the backward pass reaches nothing all the same."""
    for episode in range(100):
        cost = environment.rate(agent.play(environment)) / 100
        optimizer.zero_grad()
        loss = torch.tensor(cost, requires_grad=True)  # want "new leaf"
        loss.backward()
        optimizer.step()


def it_is_optimized_itself(values):
    for value in values:
        x = torch.tensor(value, requires_grad=True)
        optimizer = torch.optim.SGD([x], lr=0.1)
        x.backward()
        optimizer.step()


def made_before_the_loop(values, optimizer_of):
    x = torch.tensor(values.mean(), requires_grad=True)
    optimizer = optimizer_of(x)
    for _ in range(10):
        optimizer.zero_grad()
        x.backward()
        optimizer.step()


def nobody_steps(values):
    for value in values:
        x = torch.tensor(value, requires_grad=True)
        x.backward()
