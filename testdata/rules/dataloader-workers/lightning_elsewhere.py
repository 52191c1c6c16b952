import lightning as pl
from torch.utils.data import DataLoader

from .data import Images
from .model import Net


def on_cpu():
    loader = DataLoader(Images("train"), batch_size=64)
    pl.Trainer(accelerator="cpu", max_epochs=3).fit(Net(), loader)


def whatever_the_caller_has(accelerator):
    loader = DataLoader(Images("train"), batch_size=64)
    pl.Trainer(accelerator=accelerator, max_epochs=3).fit(Net(), loader)


def measures_only():
    loader = DataLoader(Images("test"), batch_size=64)
    pl.Trainer(accelerator="gpu", devices=1).test(Net(), loader)


def not_its_loader():
    loader = DataLoader(Images("train"), batch_size=64)
    print(len(loader))
    pl.Trainer(accelerator="gpu", devices=1).fit(Net(), DataLoader(Images("train"), batch_size=64, num_workers=8))
