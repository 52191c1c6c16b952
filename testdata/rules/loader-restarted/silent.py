import random

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, IterableDataset, TensorDataset


class Episodes(Dataset):
    """A sample of chance, whatever the index is."""

    def __init__(self, items):
        self.items = items

    def __len__(self):
        return 100

    def __getitem__(self, _):
        return random.choice(self.items)


class Stream(IterableDataset):
    def __iter__(self):
        while True:
            yield torch.randn(8), random.randrange(2)


def learn(model, optimizer, x, y):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()


data = TensorDataset(torch.randn(1000, 8), torch.randint(2, (1000,)))
model = nn.Linear(8, 2)
optimizer = torch.optim.Adam(model.parameters())

loader = DataLoader(data, batch_size=64)
x, y = next(iter(loader))  # one batch to learn by heart
for _ in range(10):
    learn(model, optimizer, x, y)

batches = iter(loader)
for _ in range(100):
    try:
        x, y = next(batches)
    except StopIteration:
        batches = iter(loader)
        x, y = next(batches)
    learn(model, optimizer, x, y)

for source in (Episodes(list(data)), Stream()):
    drawn = DataLoader(source, batch_size=64)
    for _ in range(100):
        x, y = next(iter(drawn))
        learn(model, optimizer, x, y)

whole = DataLoader(data, batch_size=len(data))
for _ in range(100):
    x, y = next(iter(whole))
    learn(model, optimizer, x, y)

shuffled = DataLoader(data, batch_size=64, shuffle=True)  # without workers a batch of chance costs little
for _ in range(100):
    x, y = next(iter(shuffled))
    learn(model, optimizer, x, y)

held = DataLoader(data, batch_size=8)
for epoch in range(10):
    for x, y in shuffled:
        learn(model, optimizer, x, y)
    x, y = next(iter(held))  # a few to show
    with torch.no_grad():
        print(model(x).argmax(1), y)
