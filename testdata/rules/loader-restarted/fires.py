import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset
from torchvision import datasets, transforms


class Windows(Dataset):
    def __init__(self, series, length):
        self.series, self.length = series, length

    def __len__(self):
        return len(self.series) - self.length

    def __getitem__(self, i):
        return self.series[i:i + self.length], self.series[i + self.length]


def same_batch(series, steps):
    loader = DataLoader(Windows(series, 48), batch_size=64)
    model = nn.Linear(48, 1)
    optimizer = torch.optim.Adam(model.parameters())
    for _ in range(steps):
        x, y = next(iter(loader))  # want "begins to go over loader anew and takes its first batch: it does not shuffle"
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


class Trainer:
    def __init__(self, xs, ys):
        self.loader = DataLoader(TensorDataset(xs, ys), batch_size=64, shuffle=False)
        self.model = nn.Linear(8, 2)
        self.optimizer = torch.optim.Adam(self.model.parameters())

    def batch(self):
        return next(iter(self.loader))  # want "begins to go over self.loader anew"

    def run(self, steps):
        for _ in range(steps):
            x, y = self.batch()
            loss = nn.functional.cross_entropy(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


def adapt(root, steps):
    tf = transforms.ToTensor()
    source = DataLoader(datasets.ImageFolder(root + "/a", tf), 32, shuffle=True, num_workers=4)
    target = DataLoader(datasets.ImageFolder(root + "/b", tf), 32, shuffle=True, num_workers=4)
    model = nn.Sequential(nn.Flatten(), nn.Linear(3072, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, y in source:
        z, _ = next(iter(target))  # want "it starts 4 worker processes, which load batches that nobody takes"
        optimizer.zero_grad()
        (nn.functional.cross_entropy(model(x), y) + model(z).var()).backward()
        optimizer.step()


same_batch(torch.randn(1000), 100)
Trainer(torch.randn(1000, 8), torch.randint(2, (1000,))).run(100)
adapt("data", 100)
