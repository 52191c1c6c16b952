import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import models


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = models.resnet18()

    def forward(self, x):
        return self.body(x)


def bank(loader, slow):  # the slow copy of a network that is trained has its statistics of the batches
    found = []
    with torch.no_grad():
        for pictures, _ in loader:
            found.append(slow(pictures))
    return torch.cat(found)


def main(dataset):
    encoder, slow = Encoder(), Encoder()
    slow.load_state_dict(encoder.state_dict())
    optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
    loader = DataLoader(dataset, batch_size=64)
    for epoch in range(10):
        keys = bank(loader, slow)
        for pictures, _ in loader:
            optimizer.zero_grad()
            (encoder(pictures) @ keys.T).logsumexp(1).mean().backward()
            optimizer.step()
        slow.load_state_dict(encoder.state_dict())
