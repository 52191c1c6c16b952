import torch
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler


def same_data(model, optimizer, data, epochs):
    model = DistributedDataParallel(model)
    for epoch in range(epochs):
        sampler = DistributedSampler(data)  # want "made anew in every epoch and never told which"
        loader = DataLoader(data, batch_size=8, sampler=sampler)
        for x, y in loader:
            loss = torch.nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def data_of_its_own(model, optimizer, folder, epochs):
    model = DistributedDataParallel(model)
    for epoch in range(epochs):
        data = Shard(folder, epoch)
        loader = DataLoader(data, batch_size=8, sampler=DistributedSampler(data))
        for x, y in loader:
            loss = torch.nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


class Shard(torch.utils.data.Dataset):
    def __init__(self, folder, epoch):
        self.rows = torch.load(f"{folder}/{epoch}.pt")

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i], 0
