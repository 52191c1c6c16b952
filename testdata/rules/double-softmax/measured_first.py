# One part of a program measures a loss, another learns from it: its cost is that of the steps.
import torch
import torch.nn.functional as F


def loss_of(model, x, y):
    given = torch.softmax(model(x), dim=1)
    return F.cross_entropy(given, y)  # want "has been through one .*: gradients vanish"


def measure(model, held_out):
    model.eval()
    with torch.no_grad():
        return sum(loss_of(model, x, y).item() for x, y in held_out)


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        loss = loss_of(model, x, y)
        loss.backward()
        optimizer.step()
