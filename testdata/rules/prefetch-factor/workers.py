import os

import torch
from torch.utils.data import DataLoader


def loaders(dataset, args):
    a = DataLoader(dataset, batch_size=32, num_workers=4)  # want "default of 2 a worker: 8 batches of 32 samples are held in host memory; prefetch_factor=2 pins it"
    b = DataLoader(dataset, num_workers=args.workers, pin_memory=True)  # want "2 × args.workers batches"
    c = torch.utils.data.DataLoader(  # want "4 batches are held"
        dataset,
        batch_size=args.batch_size,
        num_workers=2,
        drop_last=True,
    )
    d = DataLoader(dataset, num_workers=os.cpu_count())  # want "2 × os.cpu_count\(\) batches"
    return a, b, c, d
