import torch
from torch import nn

criterion = nn.CrossEntropyLoss()


def train(model, loader, optimizer, every):
    for i, (images, labels) in enumerate(loader):
        out = model(images)
        loss = criterion(out, labels)
        if (i + 1) % every == 0:
            loss.backward()  # want "runs once in every batches, and model for each"
            optimizer.step()
            optimizer.zero_grad()


def main(loader):
    net = nn.Linear(8, 2)
    optimizer = torch.optim.AdamW(net.parameters())
    for epoch in range(3):
        for i, batch in enumerate(loader):
            loss = criterion(net(batch["x"]), batch["y"])
            if i % 2 == 0:
                optimizer.zero_grad()
                loss = loss / 2
                loss.backward()  # want "runs once in 2 batches, and net for each"
                optimizer.step()


class Trainer:
    def __init__(self):
        self.model = nn.Linear(8, 2)
        self.optimizer = torch.optim.Adam(self.model.parameters())
        self.accumulation = 4

    def fit(self, loader):
        step = 0
        for x, y in loader:
            step += 1
            loss = criterion(self.model(x), y)
            if step % self.accumulation != 0:
                continue
            loss.backward()  # want "runs once in self.accumulation batches, and model for each"
            self.optimizer.step()
            self.optimizer.zero_grad()


def or_the_last(model, loader, optimizer):
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        if loss.isnan().any():
            optimizer.zero_grad()
            continue
        if i % 2 == 0 or i == len(loader) - 1:
            loss.backward()  # want "runs once in 2 batches"
            optimizer.step()
            optimizer.zero_grad()


def but_the_last(model, loader, optimizer, n):
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y)
        if (i + 1) % n != 0 and i + 1 != len(loader):
            continue
        loss.backward()  # want "runs once in n batches"
        optimizer.step()
        optimizer.zero_grad()
