import torch
from torch.utils.data import DataLoader
from torchvision.datasets import ImageFolder


def loaders(args):
    options = dict(batch_size=args.batch_size, num_workers=4)
    train = DataLoader(ImageFolder(args.train), pin_memory=torch.cuda.is_available(), **options)  # want "no pin_memory"
    return {"train": train, "valid": DataLoader(ImageFolder(args.valid), **options)}


def pinned(args):
    options = dict(batch_size=args.batch_size, num_workers=4)
    if args.cuda:
        options.update(pin_memory=True)
    return DataLoader(ImageFolder(args.train), **options)
