import torch

from steps import Steps

device = "cuda"


def main(model, loader):
    steps = Steps(model.to(device), torch.optim.SGD(model.parameters(), lr=0.1))
    for batch in loader:
        steps.update(batch.to(device))


def seldom(model, loader):
    steps = Steps(model.to(device), torch.optim.SGD(model.parameters(), lr=0.1))
    for step, batch in enumerate(loader):
        steps.update_quietly(batch.to(device), step)
