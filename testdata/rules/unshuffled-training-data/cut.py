import random

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.distributed import DistributedSampler


class Pieces(Dataset):
    """Cuts a part out of each piece: what is drawn says where, not which piece."""

    def __init__(self, files, max_seq, random_seq=True):
        self.files, self.max_seq, self.random_seq = files, max_seq, random_seq

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        notes = load(self.files[index])
        start = 0
        if self.random_seq:
            start = random.randint(0, len(notes) - self.max_seq)
        piece = notes[start:start + self.max_seq]
        return piece[:-1], piece[1:]


class Another(Dataset):
    """Gives a picture that is drawn, whatever it is asked for."""

    def __init__(self, files, labels):
        self.files, self.labels = files, labels

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        if index % 2:
            other = random.randint(0, len(self.files) - 1)
            chosen = other
            return load(self.files[chosen]), self.labels[chosen]
        return load(self.files[index]), self.labels[index]


class Pairs(Dataset):
    def __init__(self, files):
        self.files = files

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        return load(self.files[index]), load(random.choice(self.files))


class Asked(Dataset):
    def __init__(self, files):
        self.files = files

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        return load(self.files[index]), self.read(random.randrange(8))

    def read(self, number):
        return load(self.files[number])


class Laps(Dataset):
    def __init__(self, files):
        self.files = files

    def __len__(self):
        return len(self.files)

    def __getitem__(self, index):
        mixed = load(self.files[index])
        for other in (random.randint(0, 99), random.randint(0, 99)):
            mixed = mixed + load(self.files[other])
        return mixed, index


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(30):
        for x, y in batches:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def main(files, labels, args):
    model = nn.Sequential(nn.Flatten(), nn.Linear(3072, 10))
    train(model, DataLoader(Pieces(files, args.max_sequence, random_seq=True), batch_size=64))  # want "no shuffle and no sampler"
    train(model, DataLoader(Pieces(files, 128), batch_size=64, shuffle=True))
    train(model, DataLoader(Another(files, labels), batch_size=64))
    train(model, DataLoader(Pairs(files), batch_size=64))
    train(model, DataLoader(Asked(files), batch_size=64))
    train(model, DataLoader(Laps(files), batch_size=64))


def over_processes(files, args):
    model = nn.Sequential(nn.Flatten(), nn.Linear(3072, 10))
    data = Pieces(files, 128)
    sampler = DistributedSampler(data) if args.distributed else None
    loader = DataLoader(data, batch_size=64, sampler=sampler)  # want "no shuffle and no sampler where sampler is None"
    always = DataLoader(data, batch_size=64, sampler=sampler, shuffle=sampler is None)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(30):
        if args.distributed:
            sampler.set_epoch(epoch)
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        for x, y in always:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
