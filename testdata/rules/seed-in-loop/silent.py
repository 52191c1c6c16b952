import torch
from torch import nn


def build():
    return nn.Sequential(nn.Linear(8, 32), nn.Dropout(0.5), nn.Linear(32, 2))


def fit(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def once(loader, args):
    torch.manual_seed(args.seed)
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        fit(model, optimizer, loader)


def another_each_epoch(loader, args):
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        torch.manual_seed(args.seed + epoch)
        fit(model, optimizer, loader)


def folds(loaders, args):
    for loader in loaders:
        torch.manual_seed(args.seed)
        model = build()
        fit(model, torch.optim.SGD(model.parameters(), lr=0.1), loader)


def evaluated(loader, args):
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(100):
        fit(model, optimizer, loader)
        if epoch % 10 == 9:
            torch.manual_seed(args.seed)
            with torch.no_grad():
                print(model(torch.randn(4, 8)))


def own_generator(loader, args):
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(10):
        noise = torch.randn(4, 8, generator=torch.Generator().manual_seed(args.seed))
        fit(model, optimizer, loader)
        with torch.no_grad():
            print(model(noise))


class Waves:
    def __init__(self, count, seed):
        self.count, self.seed, self.at = count, seed, 0

    def __iter__(self):
        torch.manual_seed(self.seed)  # the data are what it gives
        self.at = 0
        return self

    def __next__(self):
        if self.at >= self.count:
            raise StopIteration
        self.at += 1
        x = torch.rand(16, 8)
        return x, (x.sum(1) > 4).long()


def made_up(count, seed):
    model = build()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    waves = Waves(count, seed)
    for epoch in range(10):
        fit(model, optimizer, waves)
