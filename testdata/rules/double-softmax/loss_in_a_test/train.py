import torch
from losses import Smoothed


def train(model, loader):
    criterion, optimizer = Smoothed(), torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in loader:
        probabilities = model(x).softmax(-1)
        loss = criterion(probabilities, y)  # want "its input has been through one"
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
