import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, IterableDataset, Subset, WeightedRandomSampler
from torchvision import transforms
from torchvision.datasets import ImageFolder


class Pictures(Dataset):
    def __init__(self, files):
        self.files = files

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        return load(self.files[index])


class Stock(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows) - 8

    def __getitem__(self, index):
        return self.rows[index:index + 8], self.rows[index + 8]


class Shards(IterableDataset):
    def __iter__(self):
        yield from read()


class Triplets(Dataset):
    def __init__(self, people, number):
        self.triplets = [draw(people) for _ in range(number)]
        self.negatives = torch.randint(0, number, (number,))

    def __len__(self):
        return len(self.triplets)

    def __getitem__(self, index):
        return self.triplets[index]


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(30):
        for x, y in batches:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def both(model, left, right):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(30):
        for x, y in zip(left, right):
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()


def main(files, rows, weights, args):
    model = nn.Sequential(nn.Flatten(), nn.Linear(3072, 10))
    data = Pictures(files)
    train(model, DataLoader(data, batch_size=64, shuffle=True))
    train(model, DataLoader(data, batch_size=64, sampler=WeightedRandomSampler(weights, 100)))
    train(model, DataLoader(data, batch_size=64, shuffle=args.shuffle))
    train(model, DataLoader(data, batch_size=len(data)))
    train(model, DataLoader(data, batch_size=None))
    indices = torch.arange(4)
    train(model, DataLoader(Subset(data, indices), batch_size=2))
    train(model, DataLoader(Stock(rows), batch_size=64))
    train(model, DataLoader(Shards(), batch_size=64))
    train(model, DataLoader(Triplets(files, 1000), batch_size=64))
    pictures, sounds = DataLoader(data, batch_size=64), DataLoader(Pictures(rows), batch_size=64)
    both(model, pictures, sounds)
    test_loader = DataLoader(Pictures(sorted(files)), batch_size=64)
    model.eval()
    with torch.no_grad():
        for x, y in test_loader:
            print(model(x).argmax(1).eq(y).float().mean())


def statistics(files):
    total = 0.0
    for epoch in range(2):
        for x, _ in DataLoader(Pictures(files), batch_size=64):
            total += x.mean()
    return total


def overfit(files, model):
    batch = next(iter(DataLoader(Pictures(files), batch_size=8)))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(1000):
        x, y = batch
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()


class Fitted:
    def predict(self, x):
        code = torch.zeros(x.shape, requires_grad=True)
        optimizer = torch.optim.Adam([code])
        for step in range(100):
            optimizer.zero_grad()
            (code - x).pow(2).mean().backward()
            optimizer.step()
        return code.detach()


def compare(files, labels):
    for name in ("fitted", "again"):
        for x, _ in DataLoader(Pictures(files, labels), num_workers=2):
            torch.save(Fitted().predict(x), name)
