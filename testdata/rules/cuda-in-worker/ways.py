import functools

import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset


class Plain(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, i):
        return self.rows[i]


class Copies(Dataset):
    def __init__(self, rows, device):
        self.rows, self.device = rows, device

    def __getitem__(self, i):
        return self.load(i).cuda()  # want "__getitem__ copies to CUDA in a worker process: with num_workers=2"

    def load(self, i):
        return torch.tensor(self.rows[i])


class Streams(IterableDataset):
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        for row in self.rows:
            yield torch.tensor(row).to("cuda")  # todo-want "copies to CUDA"


class Unknown(Dataset):
    def __init__(self, rows, device):
        self.rows, self.device = rows, device

    def __getitem__(self, i):
        return torch.tensor(self.rows[i]).to(self.device)


class OnTheHost(Dataset):
    def __init__(self, rows):
        self.rows = rows
        self.table = torch.zeros(3, device="cuda")

    def __getitem__(self, i):
        return torch.tensor(self.rows[i]).to("cpu")


def collate(rows, device):
    return torch.stack(rows).to("cuda")  # want "copies to CUDA"


def collate_quietly(rows):
    return torch.stack(rows)


one = DataLoader(Copies([1], "cuda"), num_workers=2)
two = DataLoader(Streams([1]), num_workers=1)
three = DataLoader(Unknown([1], pick()), num_workers=2)
four = DataLoader(OnTheHost([1]), num_workers=2)
five = DataLoader(Plain([1]), num_workers=3, collate_fn=functools.partial(collate, device="cuda"))
six = DataLoader(Plain([1]), num_workers=3, collate_fn=collate_quietly)
seven = DataLoader(Plain([1]), num_workers=0, collate_fn=lambda rows: torch.stack(rows).cuda())
