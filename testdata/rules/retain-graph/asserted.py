import torch
from torch import nn


# What an assertion says of sizes and names is no test of differentiation.
def train(model, loader, criterion, optimizer, names):
    for x, y in loader:
        assert x.shape[0] == y.shape[0], "a label is missing"
        assert all(name in names for name in ("loss", "accuracy"))
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward(retain_graph=True)  # want "graph after its last backward pass"
        optimizer.step()


# These compare gradients, and what they leave behind may be looked at by whoever changes them.
def same_gradients(model, x):
    loss = model(x).sum()
    loss.backward(retain_graph=True)
    assert all(p.grad is not None for p in model.parameters())


def symmetric(model, x):
    a = model(x).sum()
    b = model(-x).sum()
    a.backward(retain_graph=True)
    assert torch.allclose(a, b)


def known_gradients(model, x, expected_grad):
    loss = model(x).sum()
    loss.backward(retain_graph=True)
    found = torch.autograd.grad(model(x).sum(), x)[0]
    assert (found - expected_grad).abs().max() < 1e-5


def test_step(optimizer):
    layer = nn.Linear(4, 1)
    loss = layer(torch.randn(8, 4)).sum()
    loss.backward(retain_graph=True)
    assert loss.ndim == 0
