import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset, TensorDataset

from .data import Images


class Stream(IterableDataset):
    def __iter__(self):
        yield open("x").read()


class InMemory(Dataset):
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __len__(self):
        return self.x.shape[0]

    def __getitem__(self, index):
        return self.x[index], self.y[index]


class OnGPU(Dataset):
    def __init__(self, x):
        self.x = x.to("cuda")

    def __getitem__(self, index):
        return torch.flip(self.x[index], [0])


def loaders(x, y):
    yield DataLoader(TensorDataset(x, y), batch_size=32)
    yield DataLoader([1, 2, 3], batch_size=1)


def train(model, optimizer, x, y):
    for loader in loaders(x, y):
        one_epoch(model, optimizer, loader)
    one_epoch(model, optimizer, DataLoader(Stream()))
    one_epoch(model, optimizer, DataLoader(InMemory(x, y), num_workers=0))
    one_epoch(model, optimizer, DataLoader(OnGPU(x)))
    one_epoch(model, optimizer, DataLoader(Images("train"), num_workers=4))
    one_epoch(model, optimizer, DataLoader(Images("train"), **dict(y)))


def one_epoch(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        model(batch.cuda()).backward()
        optimizer.step()


def evaluate(model):
    for batch in DataLoader(Images("test")):
        model(batch.cuda())  # also eval-without-no-grad


def on_cpu(model, optimizer):
    for batch in DataLoader(Images("train")):
        optimizer.zero_grad()
        model(batch.to("cpu")).backward()
        optimizer.step()


def on_mps(model, optimizer):
    device = "mps"
    for batch in DataLoader(Images("train")):
        optimizer.zero_grad()
        model(batch.to(device)).backward()
        optimizer.step()
