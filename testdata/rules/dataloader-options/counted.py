import torch
from torch.utils.data import DataLoader


def asked(ds, workers):
    a = DataLoader(ds, num_workers=workers, persistent_workers=True, prefetch_factor=2 if workers > 0 else None)  # want "allows for workers to be 0"
    b = DataLoader(ds, num_workers=workers, persistent_workers=workers > 0)
    c = DataLoader(ds, num_workers=workers, persistent_workers=workers >= 1)
    d = DataLoader(ds, num_workers=workers, persistent_workers=bool(workers))
    e = DataLoader(ds, num_workers=workers, persistent_workers=not workers == 0)
    return a, b, c, d, e


def with_default(ds, workers=0):
    return DataLoader(ds, num_workers=workers, persistent_workers=True)  # want "its default is 0"


def with_default_elsewhere(ds, other=1, workers=0):
    return DataLoader(ds, num_workers=workers, persistent_workers=True)


def keyword_only(ds, *, workers=0):
    return DataLoader(ds, num_workers=workers, persistent_workers=True)


def given_nothing(ds, workers=0):
    return DataLoader(ds, num_workers=workers, persistent_workers=True)  # want "its default is 0"


class Data:
    def __init__(self, ds, workers=0):
        self.loader = DataLoader(ds, num_workers=workers, persistent_workers=True)

    def again(self, ds, workers=0):
        return DataLoader(ds, num_workers=workers, persistent_workers=True)


class Others:
    def __init__(self, ds, workers=0):
        self.loader = DataLoader(ds, num_workers=workers, persistent_workers=True)  # want "its default is 0"


with_default_elsewhere(rows, 2, 4)
keyword_only(rows, workers=4)
given_nothing(rows)
given_nothing(rows, 4)
data = Data(rows, 4)
data.again(rows, 2)
Others(rows)


def chosen(ds, fast):
    workers = 4 if fast else 0
    return DataLoader(ds, num_workers=workers, persistent_workers=True)  # want "one branch makes it 0"


def chosen_there(ds, fast):
    return DataLoader(ds, num_workers=0 if fast else 4, persistent_workers=True)  # want "one branch makes it 0"


def chosen_from_two(ds, fast):
    workers = 4 if fast else 2
    return DataLoader(ds, num_workers=workers, persistent_workers=True)


def asked_before(ds, workers=0):
    if workers == 0:
        raise ValueError("no workers")
    return DataLoader(ds, num_workers=workers, persistent_workers=True)


def under_a_condition(ds, workers=0):
    if workers:
        return DataLoader(ds, num_workers=workers, persistent_workers=True)
    return DataLoader(ds)


none = DataLoader(rows, persistent_workers=True)  # want "num_workers"
zero = DataLoader(rows, num_workers=0, prefetch_factor=4)  # want "num_workers"
some = DataLoader(rows, num_workers=1, persistent_workers=True, prefetch_factor=4)
open_ = DataLoader(rows, persistent_workers=True, **options)
