from torch.utils.data import BatchSampler, DataLoader, Dataset, IterableDataset, RandomSampler, Sampler, WeightedRandomSampler
from torch.utils.data.distributed import DistributedSampler
from torch.utils.data.sampler import SubsetRandomSampler


class Pairs(Dataset):
    def __init__(self, rows):
        self.rows = rows

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


class Lines(IterableDataset):
    def __init__(self, path):
        self.path = path

    def __iter__(self):
        return iter(open(self.path))


class ByLength(Sampler):
    def __init__(self, data):
        self.data = data

    def __iter__(self):
        return iter(sorted(range(len(self.data)), key=lambda i: len(self.data[i])))

    def __len__(self):
        return len(self.data)


def samplers(rows, weights, kept):
    data = Pairs(rows)
    weighted = WeightedRandomSampler(weights, len(weights))
    a = DataLoader(data, batch_size=8, shuffle=True, sampler=weighted)  # want "shuffle=True with a sampler: the DataLoader raises ValueError"
    b = DataLoader(data, 8, True, SubsetRandomSampler(kept))  # want "shuffle=True with a sampler"
    c = DataLoader(data, 8, sampler=ByLength(data), shuffle=True)  # want "shuffle=True with a sampler"
    options = {"batch_size": 8, "shuffle": True}
    d = DataLoader(data, sampler=DistributedSampler(data), **options)  # want "shuffle=True with a sampler"
    return a, b, c, d


def batches(rows):
    data = Pairs(rows)
    grouped = BatchSampler(RandomSampler(data), 8, drop_last=False)
    a = DataLoader(data, batch_sampler=grouped, batch_size=8)  # want "batch_size=8 with a batch_sampler: the DataLoader raises ValueError"
    b = DataLoader(data, batch_sampler=grouped, shuffle=True)  # want "shuffle=True with a batch_sampler"
    c = DataLoader(data, batch_sampler=grouped, drop_last=True)  # want "drop_last=True with a batch_sampler"
    d = DataLoader(data, batch_sampler=grouped, sampler=ByLength(data))  # want "a sampler with a batch_sampler"
    return a, b, c, d


def streamed(path):
    return DataLoader(Lines(path), batch_size=8, shuffle=True)  # want "shuffle=True with an IterableDataset: the DataLoader raises ValueError"


def looks_alike(rows, path, distributed, shuffle, sampler=None, batch_size=1):
    data = Pairs(rows)
    own = DistributedSampler(data) if distributed else None
    a = DataLoader(data, 8, shuffle=own is None, sampler=own)
    b = DataLoader(data, 8, shuffle=shuffle, sampler=ByLength(data))
    c = DataLoader(data, 8, shuffle=True, sampler=sampler)
    d = DataLoader(data, 8, shuffle=False, sampler=ByLength(data))
    e = DataLoader(data, 8, shuffle=True, sampler=None)
    grouped = BatchSampler(RandomSampler(data), 8, False)
    f = DataLoader(data, batch_sampler=grouped, batch_size=1, shuffle=False, drop_last=False)
    g = DataLoader(data, batch_sampler=grouped, batch_size=batch_size)
    h = DataLoader(Lines(path), 8, shuffle=False)
    i = DataLoader(data, 8, shuffle=True, sampler=own)
    if distributed:
        j = DataLoader(data, 8, sampler=own)
    else:
        j = DataLoader(data, 8, shuffle=True)
    return a, b, c, d, e, f, g, h, i, j
