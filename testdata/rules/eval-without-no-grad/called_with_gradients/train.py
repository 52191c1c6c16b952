import torch
import torch.nn.functional as F

from validation import validate


def train(model, optimizer, trainloader, valloader, epochs):
    for epoch in range(epochs):
        model.train()
        for x, y in trainloader:
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()
        print(epoch, validate(model, valloader))
