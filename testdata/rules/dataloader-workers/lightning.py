import lightning as pl
from torch.utils.data import DataLoader

from .data import Images
from .model import Net


def on_gpu():
    loader = DataLoader(Images("train"), batch_size=64)  # want note "no num_workers: the training process loads every batch itself"
    trainer = pl.Trainer(accelerator="gpu", devices=1, max_epochs=3)
    trainer.fit(Net(), loader)


if __name__ == "__main__":
    on_gpu()
