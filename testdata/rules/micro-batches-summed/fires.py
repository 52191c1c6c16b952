import torch
from torch import nn

criterion = nn.CrossEntropyLoss()


def summed(model, loader, optimizer):
    total = 0
    for i, (x, y) in enumerate(loader):
        total = total + criterion(model(x), y)
        if (i + 1) % 4 == 0:
            total.backward()  # want "runs once in 4 batches, through the sum of their losses: what model keeps"
            optimizer.step()
            optimizer.zero_grad()
            total = 0


def added(loader, every):
    net = nn.Linear(8, 2)
    optimizer = torch.optim.Adam(net.parameters())
    total = torch.zeros(())
    for epoch in range(3):
        for i, (x, y) in enumerate(loader):
            loss = criterion(net(x), y)
            total += loss
            if i % every == every - 1:
                (total / every).backward()  # want "runs once in every batches"
                optimizer.step()
                optimizer.zero_grad()
                print(total.item())
                total = torch.zeros(())


def listed(model, loader, optimizer):
    losses = []
    for i, (x, y) in enumerate(loader):
        losses.append(criterion(model(x), y))
        if (i + 1) % 4 == 0:
            torch.stack(losses).mean().backward()  # want "runs once in 4 batches"
            optimizer.step()
            optimizer.zero_grad()
            losses = []


class Trainer:
    def __init__(self):
        self.encoder = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)
        self.optimizer = torch.optim.Adam([*self.encoder.parameters(), *self.head.parameters()])
        self.scaler = torch.amp.GradScaler("cuda")
        self.size = 16

    def fit(self, loader):
        total = 0.0
        count = 0
        for x, y in loader:
            count += 1
            with torch.autocast("cuda", dtype=torch.float16):
                total = total + criterion(self.head(self.encoder(x)), y)
            if count % self.size == 0:
                self.scaler.scale(total / self.size).backward()  # want "runs once in self.size batches"
                self.scaler.step(self.optimizer)
                self.scaler.update()
                self.optimizer.zero_grad()
                total = 0.0


def cleared(model, loader, optimizer):
    losses, seen = [], []
    for i, (x, y) in enumerate(loader):
        seen.clear()
        seen.append(len(x))
        losses.append(criterion(model(x), y))
        if (i + 1) % 4 == 0:
            sum(losses).backward()  # want "runs once in 4 batches"
            optimizer.step()
            optimizer.zero_grad()
            losses.clear()


# There is no sum yet in the first lap, and the gate counts the batches that wait.
def begun_with_none(model, batches, optimizer, every):
    total, pending = None, 0
    for batch in batches:
        part = criterion(model(batch.x), batch.y)
        total = part if total is None else total + part
        pending += 1
        if pending == every:
            (total / every).backward()  # want "runs once in every batches"
            optimizer.step()
            optimizer.zero_grad()
            total, pending = None, 0
