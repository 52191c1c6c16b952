import argparse

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms

parser = argparse.ArgumentParser()
parser.add_argument("--batch-size", type=int, default=64)
args = parser.parse_args()

train_loader = DataLoader(datasets.MNIST("data", transform=transforms.ToTensor()), batch_size=args.batch_size, shuffle=True, num_workers=4)
test_loader = DataLoader(datasets.MNIST("data", train=False, transform=transforms.ToTensor()), batch_size=1000, num_workers=4)
model = nn.Sequential(nn.Flatten(), nn.Linear(784, 10))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
criterion = nn.CrossEntropyLoss()


def train(epoch):
    model.train()
    right, running = 0, 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        out = model(x)
        loss = criterion(out, y)
        loss.backward()
        optimizer.step()
        running += loss.item()
        pred = out.argmax(1)
        right += (pred == y).sum().item()
    print(epoch, running / len(train_loader), 100. * right / len(train_loader))  # want "right counts samples and is divided by the number of batches, len\(train_loader\): .* divide by len\(train_loader.dataset\)"


@torch.no_grad()
def test(loader):
    model.eval()
    total, hits = 0, 0
    for x, y in loader:
        out = model(x)
        total += F.cross_entropy(out, y).item()
        hits = hits + torch.sum(out.argmax(1).eq(y)).item()
    total /= len(loader.dataset)  # want "total sums the mean losses of batches and is divided by the number of samples, len\(loader.dataset\): it shrinks with the batch size; divide by len\(loader\)"
    batches = len(loader)
    accuracy = hits / batches  # want "hits counts samples"
    return total, accuracy


for epoch in range(10):
    train(epoch)
    test(test_loader)


# Each sum begins anew for its loop.
for epoch in range(3):
    total = 0.0
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(f"train {total / len(train_loader.dataset):.3f}")  # want "total sums the mean losses"
    total, seen = 0.0, 0
    with torch.no_grad():
        for x, y in test_loader:
            loss = criterion(model(x), y)
            total += loss.sum().item()
            seen += 1
    print(f"test {total / len(test_loader.dataset):.3f}")  # want "divide by len\(test_loader\)"


# Percents, and rounded.
@torch.no_grad()
def percents():
    hits = 0
    for x, y in test_loader:
        for _ in range(2):
            break
        hits += (model(x).argmax(1) == y).sum().item()
    accuracy = hits / len(test_loader)  # want "hits counts samples"
    print(round(accuracy * 100, 2))


percents()
