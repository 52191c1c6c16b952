# The gradients of a picture, which an attack changes, are none that an optimizer steps on.
import torch
import torch.nn.functional as F


def attack(model, x, y):
    x = x.clone().detach()
    x.requires_grad = True
    grad = torch.autograd.grad(F.cross_entropy(model(x), y), x)[0]
    return (x + 0.01 * grad.sign()).detach()


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        loss = F.cross_entropy(model(attack(model, x, y)), y)
        optimizer.zero_grad()
        loss.backward()  # want "nothing in this loop clears the gradients"
        optimizer.step()


def by_hand(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    weights = list(model.parameters())
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        grads = torch.autograd.grad(loss, weights, retain_graph=True)
        loss.backward()
        for w, g in zip(weights, grads):
            w.grad = g
        optimizer.step()


def cleared(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        x = x.requires_grad_()
        grad = torch.autograd.grad(F.cross_entropy(model(x), y), x)[0]
        optimizer.zero_grad()
        F.cross_entropy(model(x + grad), y).backward()
        optimizer.step()
