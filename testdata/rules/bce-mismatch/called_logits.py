# What is called logits comes of a model that nobody here knows, and of one that gives probabilities: the second tells what it is.
import torch
import torch.nn.functional as F


def step(model, optimizer, x, y):
    optimizer.zero_grad()
    logits = model(x)
    loss = F.binary_cross_entropy(logits, y)
    loss.backward()
    optimizer.step()


def tune(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        step(model, optimizer, x, y)


def train(loader):
    model = torch.nn.Sequential(torch.nn.Linear(8, 1), torch.nn.Sigmoid())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        step(model, optimizer, x, y)
