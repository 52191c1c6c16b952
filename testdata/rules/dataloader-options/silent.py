import os

from lightning import LightningDataModule
from torch.utils.data import DataLoader

from .data import DataLoader as OurLoader


def loaders(dataset, workers, persistent, args, **kwargs):
    a = DataLoader(dataset, num_workers=4, persistent_workers=True, prefetch_factor=4)
    b = DataLoader(dataset, num_workers=workers, persistent_workers=True, prefetch_factor=4)
    c = DataLoader(dataset, num_workers=workers, persistent_workers=workers > 0, prefetch_factor=2 if workers else None)
    d = DataLoader(dataset, num_workers=0, persistent_workers=persistent, prefetch_factor=None)
    e = DataLoader(dataset, num_workers=0, persistent_workers=False)
    f = DataLoader(dataset, prefetch_factor=2, **kwargs)
    g = OurLoader(dataset, prefetch_factor=2)
    h = DataLoader(dataset, num_workers=os.cpu_count(), persistent_workers=True)
    i = DataLoader(dataset, num_workers=0, prefetch_factor=args.prefetch)
    options = dict(num_workers=4, persistent_workers=True) if args.cuda else {}
    j = DataLoader(dataset, **options)
    return a, b, c, d, e, f, g, h, i, j


def under_a_condition(dataset, num_workers=0):
    if num_workers > 0:
        return DataLoader(dataset, num_workers=num_workers, persistent_workers=True, prefetch_factor=4)
    return DataLoader(dataset)


WORKERS = 0


def under_a_constant(dataset):
    if WORKERS > 0:
        return DataLoader(dataset, num_workers=WORKERS, persistent_workers=True)
    return DataLoader(dataset)


def asserted(dataset, num_workers=0):
    assert num_workers > 0, "give it workers"
    return DataLoader(dataset, num_workers=num_workers, persistent_workers=True)


def replaced(dataset, num_workers=0):
    num_workers = num_workers or os.cpu_count()
    return DataLoader(dataset, num_workers=num_workers, persistent_workers=True)


def always_passed(dataset, num_workers=0):
    return DataLoader(dataset, num_workers=num_workers, persistent_workers=True)


always_passed([1], 4)
always_passed([1], num_workers=2)


def spread(dataset):
    options = dict(num_workers=0, persistent_workers=False, pin_memory=True)
    return DataLoader(dataset, **options)


class FromConfig(LightningDataModule):
    def __init__(self, num_workers=0):
        super().__init__()
        self.save_hyperparameters()
        self.num_workers = num_workers

    def train_dataloader(self):
        return DataLoader(self.data, num_workers=self.hparams.num_workers, persistent_workers=True)

    def val_dataloader(self):
        return DataLoader(self.data, num_workers=self.num_workers, persistent_workers=True)
