import torch


class Warmup:
    """Passes on to the optimizer what it does not do itself."""

    def __init__(self, optimizer):
        self.optimizer = optimizer
        self.count = 0

    def step(self):
        self.count += 1
        self.optimizer.step()

    def __getattr__(self, name):
        return getattr(self.optimizer, name)


def each_time(model, loader, criterion, accumulation):
    optimizer = Warmup(torch.optim.AdamW(model.parameters(), lr=1e-3))
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad()  # want "runs for every micro-batch"
        loss = criterion(model(x), y) / accumulation
        loss.backward()
        if (i + 1) % accumulation == 0:
            optimizer.step()


def with_the_step(model, loader, criterion, accumulation):
    optimizer = Warmup(torch.optim.AdamW(model.parameters(), lr=1e-3))
    for i, (x, y) in enumerate(loader):
        loss = criterion(model(x), y) / accumulation
        loss.backward()
        if (i + 1) % accumulation == 0:
            optimizer.step()
            optimizer.zero_grad()
