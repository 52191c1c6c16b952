import torch
from torch import nn

from network import Translator


def train(model, criterion, optimizer, loader):
    for epoch in range(50):
        for x, y, mask, read_mask, target in loader:
            loss = criterion(model(x, y, mask, read_mask).flatten(0, 1), target.flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


if __name__ == "__main__":
    model = Translator(8000).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.99)
    train(model, nn.CrossEntropyLoss(), optimizer, torch.load("batches.pt"))
