import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import models


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = models.resnet18()
        self.body.fc = nn.Identity()

    def forward(self, x):
        return self.body(x)


def features(loader, encoder):
    found = []
    for pictures, _ in loader:
        with torch.no_grad():
            h = encoder(pictures)  # want "encoder runs in training mode with the weights that it was given"
        found.append(h)
    return torch.cat(found)


def main(dataset):
    encoder = Encoder()
    encoder.load_state_dict(torch.load("encoder.pt"))
    x = features(DataLoader(dataset, batch_size=64), encoder)
    head = nn.Linear(512, 10)
    optimizer = torch.optim.Adam(head.parameters())
    for i in range(100):
        optimizer.zero_grad()
        head(x).logsumexp(1).mean().backward()
        optimizer.step()
