# Whatever a loop over batches is called: where only values are read of what a trained network gives, it is evaluated.
import torch
from torch import nn
from torch.utils.data import DataLoader


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.2), nn.ReLU())
        self.out = nn.Linear(8, 4)

    def forward(self, x):
        return self.out(self.body(x))


def report(model, others):
    total = 0.0
    for x, y in DataLoader(others, batch_size=64):
        total += nn.functional.cross_entropy(model(x), y).item()  # want "model is evaluated in training mode" # also eval-without-no-grad
    print(total)


def likelihood(model, others, draws):
    found = []
    with torch.no_grad():
        for x, y in DataLoader(others, batch_size=64):
            k = 0
            of_batch = []
            while k < draws:  # a loop of its own for each batch
                noise = torch.randn_like(x)
                of_batch.append(nn.functional.cross_entropy(model(x + noise), y))  # want "model is evaluated in training mode"
                k += 1
            found.append(torch.stack(of_batch).mean().item())
    return found


def recalibrate(model, others, draws):
    with torch.no_grad():
        for x, _ in DataLoader(others, batch_size=64):
            for _ in range(draws):
                print(model(x).mean().item())


def fit_of_the_training(model, loader):  # the figures of what it is trained on
    total = 0.0
    for x, y in loader:
        total += nn.functional.cross_entropy(model(x), y).item()  # also eval-without-no-grad
    print(total)


def main(dataset, others):
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loader = DataLoader(dataset, batch_size=64, shuffle=True)
    model.train()
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
    report(model, others)
    likelihood(model, others, 8)
    recalibrate(model, others, 4)
    fit_of_the_training(model, loader)


main(torch.load("train.pt"), torch.load("others.pt"))
