# A loop over batches with gradients off reads what a model gives, whatever it is called.
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU())
        self.last = nn.LazyLinear(10)

    def forward(self, x):
        return self.last(self.body(x).flatten(1))


def write(model, dataset, path):
    found = []
    with torch.no_grad():
        for pictures, _ in DataLoader(dataset, batch_size=64):
            found.append(torch.sigmoid(model(pictures)).cpu().numpy())  # want "model is evaluated in training mode"
    np.save(path, np.concatenate(found))


def refresh_bn(model, dataset):
    with torch.no_grad():
        for pictures, _ in DataLoader(dataset, batch_size=64):
            model(pictures)


def spread(model, dataset):
    model.eval()
    with torch.no_grad():
        for pictures, _ in DataLoader(dataset, batch_size=64):
            print(model(pictures).std())


def main(dataset, pictures_of_others):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = DataLoader(dataset, batch_size=64, shuffle=True)
    model.train()
    for epoch in range(10):
        for pictures, labels in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(pictures), labels).backward()
            optimizer.step()
        with torch.no_grad():
            for pictures, labels in loader:  # how well it fits what it is trained on
                print((model(pictures).argmax(1) == labels).float().mean().item())
    write(model, pictures_of_others, "found.npy")
    refresh_bn(model, pictures_of_others)
    spread(model, pictures_of_others)


main(torch.load("train.pt"), torch.load("others.pt"))
